import type { Language } from '#contracts';
import type { TranscriptView } from '../transcripts/transcript.view.js';
import { writeJson } from './json.writer.js';
import { writeSrt } from './srt.writer.js';
import { writeText } from './text.writer.js';
import { writeVtt } from './vtt.writer.js';
import { type ExportWords, exportWords } from './words.js';

export const exportFormats = ['txt', 'srt', 'vtt', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportTypes: Record<ExportFormat, string> = {
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  json: 'application/json',
};

const writers: Record<ExportFormat, (transcript: TranscriptView, words: ExportWords) => string> = {
  txt: writeText,
  srt: writeSrt,
  vtt: writeVtt,
  json: writeJson,
};

export interface TranscriptFile {
  fileName: string;
  type: string;
  content: Buffer;
}

/** A finished transcript as a file in UTF-8; what was said stays as it is in every language. */
export function exportTranscript(
  transcript: TranscriptView,
  format: ExportFormat,
  language: Language = 'en',
): TranscriptFile {
  return {
    fileName: `transcript_${transcript.agreementId}.${format}`,
    type: exportTypes[format],
    content: Buffer.from(writers[format](transcript, exportWords[language]), 'utf8'),
  };
}
