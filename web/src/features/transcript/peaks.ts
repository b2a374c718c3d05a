/** The lowest bar that is drawn, so that silence is a line and not a gap. */
const LOWEST = 0.06;

/** Loudest value of each part; a short row is stretched, and of nothing there is nothing. */
export function fitPeaks(peaks: readonly number[], count: number): number[] {
  if (peaks.length === 0) return [];
  const top = Math.max(0.05, ...peaks);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((i + 1) * peaks.length) / count));
    return Math.max(LOWEST, Math.max(...peaks.slice(from, to)) / top);
  });
}
