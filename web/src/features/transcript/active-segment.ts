interface Timed {
  start: number;
}

/** Index of the segment or word being spoken at `seconds`: the last one that has started; -1 before the first. */
export function activeSegment(segments: readonly Timed[], seconds: number): number {
  let low = 0;
  let high = segments.length - 1;
  let found = -1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.start ?? 0) <= seconds) {
      found = middle;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return found;
}
