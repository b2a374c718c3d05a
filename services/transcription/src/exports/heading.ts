import type { TranscriptView } from '../transcripts/transcript.view.js';
import { inOneLine } from './cues.js';
import type { ExportWords } from './words.js';

/** What stands above a transcript, one fact per line. */
export function headingOf(transcript: TranscriptView, words: ExportWords): string[] {
  const { agreementId, engine, draft, durationSeconds, areVoicesUnclear, isOneVoice, voiceMatch } =
    transcript;
  return [
    words.title(agreementId),
    engine === 'human' ? words.byPerson : words.byEngine(inOneLine(engine ?? '')),
    ...(draft ? [words.draft] : []),
    ...(areVoicesUnclear ? [words.voicesUnclear] : []),
    ...(isOneVoice ? [words.oneVoice] : []),
    ...(voiceMatch === 'alike' ? [words.voicesAlike] : []),
    words.length(clock(durationSeconds)),
  ];
}

/** `1:05`, or `1:00:05`; whole seconds that have passed. */
export function clock(seconds: number): string {
  const passed = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [h, m, s] = [
    Math.floor(passed / 3600),
    Math.floor(passed / 60) % 60,
    String(passed % 60).padStart(2, '0'),
  ];
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`;
}

/** `hh:mm:ss.mmm` with the given sign before the milliseconds. */
export function timestamp(milliseconds: number, sign: ',' | '.'): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(milliseconds / 1000);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${time}${sign}${String(milliseconds % 1000).padStart(3, '0')}`;
}
