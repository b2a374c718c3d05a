import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { deriveAudio, probeAudio } from '#media';
import { CAR_SALE, speakAgreement, speakParts } from '#testing';
import { PocketSphinxEngine } from '../speech/pocketsphinx.engine.js';
import type { RecordedSegment } from '../transcripts/transcript-content.js';
import { checkAmount } from './check-amount.js';
import { RuleTerms } from './rules/rule-terms.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

/** Silence before and after every line that is spoken. */
const PAUSE_SECONDS = 0.7;
const facts = {
  partyA: 'Anna Miller',
  partyB: 'Ben Carter',
  amountCents: 200_000,
  recordedAt: new Date('2026-11-21T10:00:00Z'),
};

describe('terms of a recording that was really spoken and recognised', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'heard-terms-'));
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  const hear = async (path: string) => {
    const { working, durationSeconds } = await deriveAudio(path, directory);
    const options = { signal: new AbortController().signal, onProgress: () => {} };
    const { segments } = await new PocketSphinxEngine().transcribe(
      { path: working.path, durationSeconds },
      options,
    );
    const recorded = segments.map(
      (segment): RecordedSegment => ({ ...segment, recording: 'a', isDoubtful: false }),
    );
    return new RuleTerms().read(recorded, facts, options.signal);
  };

  it('have the amount and the day of the car sale', async () => {
    const path = join(directory, 'sale.wav');
    await speakAgreement(path, CAR_SALE);
    const terms = await hear(path);
    expect(terms.filter(({ kind }) => kind === 'amount').map(({ value }) => value)).toEqual(['2000.00 USD']);
    expect(terms.filter(({ kind }) => kind === 'date').map(({ value }) => value)).toEqual(['2026-11-27']);
    expect(checkAmount(terms, 200_000)?.agrees).toBe(true);
    expect(checkAmount(terms, 250_000)).toMatchObject({ spokenCents: [200_000], agrees: false });
  });

  it('have the amount within 2 s of where it is spoken', async () => {
    const [before, whole, late] = ['before', 'whole', 'late'].map((name) =>
      join(directory, `${name}.wav`),
    ) as [string, string, string];
    await speakAgreement(before, [{ voice: 'a', text: 'I agree to sell my car for' }]);
    await speakAgreement(whole, [{ voice: 'a', text: 'I agree to sell my car for two thousand dollars.' }]);
    await speakParts(late, [whole], 8);
    const { durationSeconds } = await probeAudio(before);
    const amount = (await hear(late)).find(({ kind }) => kind === 'amount');
    expect(amount).toMatchObject({ text: 'two thousand dollars', value: '2000.00 USD' });
    expect(Math.abs((amount?.start ?? 0) - (8 + durationSeconds - PAUSE_SECONDS))).toBeLessThan(2);
  });
});
