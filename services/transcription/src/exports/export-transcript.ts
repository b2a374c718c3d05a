import type { TranscriptView } from '../transcripts/transcript.view.js';
import { writeJson } from './json.writer.js';
import { writeSrt } from './srt.writer.js';
import { writeText } from './text.writer.js';
import { writeVtt } from './vtt.writer.js';

export const exportFormats = ['txt', 'srt', 'vtt', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportTypes: Record<ExportFormat, string> = {
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  json: 'application/json',
};

const writers: Record<ExportFormat, (transcript: TranscriptView) => string> = {
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

/** A finished transcript as a file in UTF-8. */
export function exportTranscript(transcript: TranscriptView, format: ExportFormat): TranscriptFile {
  return {
    fileName: `transcript_${transcript.agreementId}.${format}`,
    type: exportTypes[format],
    content: Buffer.from(writers[format](transcript), 'utf8'),
  };
}
