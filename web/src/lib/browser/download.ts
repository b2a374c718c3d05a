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
