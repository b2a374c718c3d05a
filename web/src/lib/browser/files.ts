/** SHA-256 of the sound as hex; null where the browser offers none (plain http). */
export async function hashOf(blob: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The name that the server gives a file that it answers; null where it gives none. */
export function fileNameOf(answer: Response): string | null {
  return /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? null;
}

const RELEASE_MS = 60_000;

/** Hands a file to the browser's downloads under the given name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the address late.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}
