import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Dialogue, diarizationError, mixRealSpeech, speakDialogue, VOICE_PAIRS } from '#testing';
import { findSpeakers } from '../../services/transcription/src/speakers/find-speakers.js';
import { type Finding, valueFinding } from '../finding.js';
import type { Row } from '../stage.js';

/** A real voice against itself made higher, deeper, and played faster or slower. */
const CHANGES = [
  'rubberband=pitch=1.5',
  'rubberband=pitch=1.3',
  'rubberband=pitch=0.8',
  'rubberband=pitch=1.6:formant=preserved',
];

/** Who speaks when, without labels of an engine: how often that is wrong, what it costs, and how long it blocks. */
export const speakersRow: Row = async (stage) => {
  const spoken: Dialogue[] = [];
  for (const [index, pair] of VOICE_PAIRS.entries()) {
    spoken.push(await speakDialogue(join(stage.folder, `dialogue-${index}.wav`), pair, index + 1));
  }
  const real: Dialogue[] = [];
  for (const [index, change] of CHANGES.entries()) {
    real.push(await mixRealSpeech(join(stage.folder, `mixture-${index}.wav`), change));
  }
  const blocked = monitorEventLoopDelay({ resolution: 1 });
  blocked.enable();
  const voices = await measureAll(spoken);
  const people = await measureAll(real);
  blocked.disable();
  const finding = (what: string, unit: string, values: number[], atMost?: number): Finding =>
    valueFinding('P24', what, unit, values, atMost === undefined ? {} : { atMost });
  return [
    finding(`diarization error, ${spoken.length} espeak dialogues`, '%', voices.errors, 20),
    finding(`diarization error, ${real.length} mixtures of real speech`, '%', people.errors),
    finding('telling voices apart, per minute', 'ms', [...voices.perMinute, ...people.perMinute], 600),
    finding('longest stop of the event loop', 'ms', [blocked.max / 1e6]),
  ];
};

async function measureAll(
  dialogues: readonly Dialogue[],
): Promise<{ errors: number[]; perMinute: number[] }> {
  const errors: number[] = [];
  const perMinute: number[] = [];
  const { signal } = new AbortController();
  for (const { wavPath, durationSeconds, turns } of dialogues) {
    const whole = { start: 0, end: durationSeconds };
    const segments = turns.map(({ start, end, text }) => ({
      ...{ start, end, text: text || 'words', speaker: null, confidence: null, words: null },
    }));
    const parts = [{ ...whole, segments, language: null }];
    const began = performance.now();
    const { segments: found } = await findSpeakers(
      [{ recording: 'a', wavPath, durationSeconds, speech: [whole], parts }],
      {
        signal,
      },
    );
    perMinute.push(((performance.now() - began) / durationSeconds) * 60);
    errors.push(diarizationError(turns, found).rate * 100);
  }
  return { errors, perMinute };
}
