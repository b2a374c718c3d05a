import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenAiStandIn, ScriptedTranscript } from '#stand-ins';

const run = promisify(execFile);

export interface SpokenLine {
  voice: 'a' | 'b' | 'c';
  text: string;
}

/** A lower and a higher voice, at a pace and pitch which the offline recogniser understands best, and a third for somebody who is elsewhere. */
const VOICES: Record<SpokenLine['voice'], string[]> = {
  a: ['-v', 'en-us+m1', '-p', '40', '-s', '150', '-g', '2'],
  b: ['-v', 'en-us+f5', '-p', '55', '-s', '150', '-g', '2'],
  c: ['-v', 'en-gb+m3', '-p', '62', '-s', '140', '-g', '3'],
};

const SAMPLE_RATE = 48_000;
const PAUSE_SECONDS = 0.7;

/** The sale of a car, in words that survive offline recognition. */
export const CAR_SALE: readonly SpokenLine[] = [
  { voice: 'a', text: 'My name is Anna Miller.' },
  { voice: 'b', text: 'My name is Ben Carter.' },
  { voice: 'a', text: 'I agree to sell my car for two thousand dollars.' },
  { voice: 'b', text: 'I agree to pay two thousand dollars for the car.' },
  { voice: 'b', text: 'I will pay the money on Friday morning.' },
  { voice: 'a', text: 'Do you agree?' },
  { voice: 'b', text: 'Yes, I agree.' },
];

/** What party B says from afar, who has heard the recording. No line of it, and not this voice, is in {@link CAR_SALE}. */
export const CONSENT_FROM_AFAR: readonly SpokenLine[] = [
  { voice: 'c', text: 'I have listened to the whole recording.' },
  { voice: 'c', text: 'I agree to everything that was said in it.' },
];

/** What party A says for somebody who is not there. */
export const OFFER_FROM_AFAR: readonly SpokenLine[] = [
  { voice: 'c', text: 'My name is Anna, and this is what I offer.' },
  { voice: 'c', text: 'The car goes to Ben, who gives me two thousand dollars for it.' },
  { voice: 'c', text: 'He pays on Friday, and takes it home on the same day.' },
];

/** What the offline recogniser gets right in {@link CAR_SALE}, also after Opus or MP3 compression. */
export const RELIABLE_WORDS: readonly string[] = [
  'two thousand dollars',
  'the money on friday morning',
  'do you agree',
  'yes i agree',
];

/** Speaks the lines in turn into one 48 kHz mono WAV file, with short pauses between them. */
export async function speakAgreement(
  outPath: string,
  lines: readonly SpokenLine[] = CAR_SALE,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'spoken-lines-'));
  try {
    const parts: string[] = [];
    for (const [index, line] of lines.entries()) {
      const part = join(directory, `${index}.wav`);
      await run('espeak-ng', [...VOICES[line.voice], '-w', part, '--', line.text]);
      parts.push(part);
    }
    await speakParts(outPath, parts);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Joins sound files of any rate into one 48 kHz mono WAV file, with silence before, between and after them. */
export async function speakParts(
  outPath: string,
  paths: readonly string[],
  pauseSeconds: number = PAUSE_SECONDS,
): Promise<void> {
  const milliseconds = Math.round(pauseSeconds * 1000);
  const delayed = paths.map(
    (_, index) =>
      `[${index}:a]aresample=${SAMPLE_RATE},aformat=sample_fmts=s16:channel_layouts=mono,` +
      `adelay=${milliseconds}[p${index}]`,
  );
  const labels = paths.map((_, index) => `[p${index}]`).join('');
  await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', ...paths.flatMap((path) => ['-i', path])],
    '-filter_complex',
    `${delayed.join(';')};${labels}concat=n=${paths.length}:v=0:a=1,apad=pad_dur=${pauseSeconds}[out]`,
    ...['-map', '[out]', '-c:a', 'pcm_s16le', '-fflags', '+bitexact', '-f', 'wav', outPath],
  ]);
}

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
