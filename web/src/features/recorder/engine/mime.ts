/** Containers in the order of preference: fragmented MP4 carries its length and seeks, WebM often does not. */
export const MIME_ORDER = [
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
  'audio/webm;codecs=opus',
  'audio/webm',
] as const;

/** The first supported container; undefined lets the browser choose. */
export function pickMime(isSupported: (mime: string) => boolean): string | undefined {
  return MIME_ORDER.find((mime) => isSupported(mime));
}

/** Bits per second that speech needs: AAC more than Opus, which is what everything else holds. */
export function bitrateFor(mime: string | undefined): number {
  return mime?.includes('mp4a') ? 64_000 : 48_000;
}

/** A file name whose ending tells the truth about the container. */
export function fileNameFor(mime: string): string {
  const container = mime.split(';')[0]?.trim().toLowerCase();
  if (container === 'audio/mp4') return 'recording.m4a';
  if (container === 'audio/webm') return 'recording.webm';
  if (container === 'audio/ogg') return 'recording.ogg';
  return 'recording.bin';
}
