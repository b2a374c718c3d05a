import type { OpenAiStandIn, ScriptedTranscript } from '#stand-ins';
import { CAR_SALE } from './two-voice-agreement.js';

/** What is said is over this long before the recording is, in seconds. */
const REST_SECONDS = 0.4;
/** Below this nobody has said a sentence, in seconds. */
const SHORTEST_SECONDS = 4;
/** A recording of ten seconds takes one and a half: long enough to be seen at work, too short to wait for. */
const DELAY_MS_PER_SECOND = 150;
const LONGEST_DELAY_MS = 3500;

/**
 * Lets the stand-in "hear" the sale of a car in every recording, its lines spread over the recording's length: at once
 * and always the same, for all tests that are not about hearing.
 */
export function hearTheCarSale(openai: OpenAiStandIn): void {
  openai.respondEach(({ file }) => carSale(file?.durationSeconds ?? 0));
  openai.delay(({ file }) => Math.min(LONGEST_DELAY_MS, (file?.durationSeconds ?? 0) * DELAY_MS_PER_SECOND));
}

function carSale(duration: number): ScriptedTranscript {
  const lines = duration < SHORTEST_SECONDS ? CAR_SALE.slice(-1) : CAR_SALE;
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const perLetter = Math.max(0, duration - REST_SECONDS) / letters;
  let at = 0;
  const segments = lines.map(({ text, voice }) => {
    const start = at;
    at += text.length * perLetter;
    return { start, end: at, text, speaker: voice.toUpperCase() };
  });
  return { duration, segments };
}
