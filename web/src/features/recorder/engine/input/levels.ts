const FLOOR_DB = -60;

/** Loudness of samples (-1 to 1) on a scale from 0 (silence) to 1 (full). */
export function loudness(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  samples.forEach((sample) => {
    sum += sample * sample;
  });
  const rms = Math.sqrt(sum / samples.length);
  if (rms <= 0) return 0;
  const db = 20 * Math.log10(rms);
  return Math.min(1, Math.max(0, (db - FLOOR_DB) / -FLOOR_DB));
}

/** The sample that is furthest from zero, 0 to 1. */
export function peakOf(samples: Float32Array): number {
  let peak = 0;
  samples.forEach((sample) => {
    if (sample > peak) peak = sample;
    else if (-sample > peak) peak = -sample;
  });
  return Math.min(1, peak);
}
