export const REASON_MIN = 3;
export const REASON_MAX = 500;
export const EXTEND_DAYS_MAX = 365;
export const TRANSCRIPT_MAX_BYTES = 1024 * 1024;
const TRANSCRIPT_NAME = /\.(txt|srt|vtt)$/i;

/** Whether a written reason is long enough and not too long. */
export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= REASON_MIN && length <= REASON_MAX;
}

/** Whole days from 1 to 365; null for anything else. */
export function parseDays(text: string): number | null {
  if (!/^\d{1,3}$/.test(text.trim())) return null;
  const days = Number(text);
  return days >= 1 && days <= EXTEND_DAYS_MAX ? days : null;
}

/** Whether a file can be a transcript: text by its name, not empty, at most 1 MB. */
export function isTranscriptFile(file: Pick<File, 'name' | 'size'>): boolean {
  return TRANSCRIPT_NAME.test(file.name) && file.size > 0 && file.size <= TRANSCRIPT_MAX_BYTES;
}
