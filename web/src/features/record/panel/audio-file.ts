/** Whether a chosen file calls itself sound. What it really is, the server finds out. */
export function isAudio(file: Pick<File, 'type'>): boolean {
  return file.type.startsWith('audio/');
}

const LONGEST_LOOK_MS = 4000;

/** Length of a sound in seconds as this browser sees it; null when it cannot tell. */
export function lengthOf(blob: Blob): Promise<number | null> {
  return new Promise((resolve) => {
    const audio = new Audio();
    const url = URL.createObjectURL(blob);
    const answer = (seconds: number | null) => {
      clearTimeout(timer);
      audio.removeAttribute('src');
      URL.revokeObjectURL(url);
      resolve(seconds);
    };
    const timer = setTimeout(() => answer(null), LONGEST_LOOK_MS);
    audio.preload = 'metadata';
    audio.onloadedmetadata = () => answer(Number.isFinite(audio.duration) ? audio.duration : null);
    audio.onerror = () => answer(null);
    audio.src = url;
  });
}
