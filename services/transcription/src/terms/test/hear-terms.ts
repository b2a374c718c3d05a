import type { RecordedSegment } from '../../recordings/segments.js';
import { PocketSphinxEngine } from '../../speech/pocketsphinx.engine.js';
import { workingCopy } from '../../speech/test/working-copy.js';
import { RuleTerms } from '../rule-terms.js';
import type { Term } from '../term.js';

const facts = {
  partyA: 'Anna Miller',
  partyB: 'Ben Carter',
  isRemote: false,
  amountCents: 200_000,
  recordedAt: { a: new Date('2026-11-21T10:00:00Z'), b: new Date('2026-11-21T10:00:00Z') },
};

/** The terms of a recording, recognised as the service does it. */
export async function hearTerms(path: string, directory: string): Promise<Term[]> {
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const { segments } = await new PocketSphinxEngine().transcribe(await workingCopy(path, directory), options);
  const recorded = segments.map(
    (segment): RecordedSegment => ({ ...segment, recording: 'a', isDoubtful: false, isOverlap: false }),
  );
  return new RuleTerms().read(recorded, facts, options.signal);
}
