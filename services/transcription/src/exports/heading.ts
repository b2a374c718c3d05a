import type { TranscriptView } from '../transcripts/transcript.view.js';
import { inOneLine } from './cues.js';

/** What stands above a transcript, one fact per line. */
export function headingOf(transcript: TranscriptView): string[] {
  const { agreementId, engine, draft, durationSeconds, areVoicesUnclear, isOneVoice, voiceMatch } = transcript;
  return [
    `Transcript of agreement ${agreementId}`,
    engine === 'human' ? 'Written by a person' : `Transcribed by ${inOneLine(engine ?? '') || 'a machine'}`,
    ...(draft
      ? ['Draft quality: made by the built-in speech engine. Listen to the recording where words matter.']
      : []),
    ...(areVoicesUnclear ? ['We could not tell the voices apart. Please check who said what.'] : []),
    ...(isOneVoice
      ? ['We found only one voice in this recording. If two people speak, please check who said what.']
      : []),
    ...(voiceMatch === 'alike'
      ? [
          'The two recordings sound like one person. A machine says so: a hint, no proof. Please listen to both.',
        ]
      : []),
    `Length ${clock(durationSeconds)}`,
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
