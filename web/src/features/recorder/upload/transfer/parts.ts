/** Small enough that a cut connection costs seconds, large enough that the answers do not slow it down. */
const PART_BYTES = 256 * 1024;

/** A piece of the sound: bytes `start` up to, not including, `end`. */
export interface Part {
  n: number;
  start: number;
  end: number;
}

/** A part that the server has. */
export interface KeptPart {
  n: number;
  bytes: number;
}

/** Cuts a sound of that many bytes; a server that takes less at once gets smaller parts. */
export function partsOf(bytes: number, maxPartBytes: number): Part[] {
  const size = Math.max(1, Math.min(PART_BYTES, maxPartBytes));
  return Array.from({ length: Math.ceil(bytes / size) }, (_, n) => ({
    n,
    start: n * size,
    end: Math.min((n + 1) * size, bytes),
  }));
}

/** Whether what the server keeps are pieces of this sound cut like this; else it has to begin anew. */
export function fits(parts: readonly Part[], kept: readonly KeptPart[]): boolean {
  return kept.every(({ n, bytes }) => {
    const part = parts[n];
    return part !== undefined && part.end - part.start === bytes;
  });
}

/** Bytes of the parts with these numbers. */
export function bytesOf(parts: readonly Part[], numbers: ReadonlySet<number>): number {
  return parts.reduce((sum, part) => (numbers.has(part.n) ? sum + part.end - part.start : sum), 0);
}
