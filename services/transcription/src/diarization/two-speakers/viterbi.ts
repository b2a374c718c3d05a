interface TurnLimits {
  /** Frames of the shortest turn. */
  least: number;
  /** What a change of speakers costs, in nats. */
  change: number;
}

/**
 * Says which of two speakers each frame is: the likeliest way through all frames in which no turn is shorter than allowed
 * but the last (Viterbi's algorithm).
 * @param scores logarithms of likelihood, two for each frame.
 * @returns the speaker of each frame, and the likelihood of the whole way.
 */
export function likeliestTurns(
  scores: Float64Array,
  { least, change }: TurnLimits,
): { speakers: Uint8Array; score: number } {
  const count = scores.length >> 1;
  const speakers = new Uint8Array(count);
  if (count === 0) return { speakers, score: 0 };
  /** Sums of the scores of all frames before. */
  const sums = [new Float64Array(count + 1), new Float64Array(count + 1)] as const;
  for (let n = 0; n < count; n += 1) {
    sums[0][n + 1] = (sums[0][n] as number) + (scores[2 * n] as number);
    sums[1][n + 1] = (sums[1][n] as number) + (scores[2 * n + 1] as number);
  }
  /** The best way that ends with frame n in a turn that is long enough, and whether its turn has just become so. */
  const best = [new Float64Array(count), new Float64Array(count)] as const;
  const isEntered = [new Uint8Array(count), new Uint8Array(count)] as const;
  for (let n = 0; n < count; n += 1) {
    for (const who of [0, 1] as const) {
      const own = sums[who];
      const staying =
        n === 0 ? Number.NEGATIVE_INFINITY : (best[who][n - 1] as number) + (scores[2 * n + who] as number);
      let entering = Number.NEGATIVE_INFINITY;
      if (n + 1 === least) entering = own[n + 1] as number;
      else if (n >= least) {
        const before = best[who === 0 ? 1 : 0][n - least] as number;
        entering = before - change + (own[n + 1] as number) - (own[n + 1 - least] as number);
      }
      best[who][n] = Math.max(staying, entering);
      isEntered[who][n] = entering > staying ? 1 : 0;
    }
  }
  // The last turn may be cut off by the end of the recording.
  let last = { who: 0 as 0 | 1, length: 0, score: Number.NEGATIVE_INFINITY };
  for (const who of [0, 1] as const) {
    const whole = best[who][count - 1] as number;
    if (whole > last.score) last = { who, length: 0, score: whole };
    for (let length = 1; length < Math.min(least, count + 1); length += 1) {
      const before = count === length ? change : (best[who === 0 ? 1 : 0][count - 1 - length] as number);
      const score = before - change + (sums[who][count] as number) - (sums[who][count - length] as number);
      if (score > last.score) last = { who, length, score };
    }
  }
  let who = last.who;
  let n = count - 1;
  if (last.length > 0) {
    speakers.fill(who, count - last.length);
    n -= last.length;
    who = who === 0 ? 1 : 0;
  }
  while (n >= 0) {
    if (isEntered[who][n] === 1) {
      const from = Math.max(0, n + 1 - least);
      speakers.fill(who, from, n + 1);
      n = from - 1;
      who = who === 0 ? 1 : 0;
    } else {
      speakers[n] = who;
      n -= 1;
    }
  }
  return { speakers, score: last.score };
}
