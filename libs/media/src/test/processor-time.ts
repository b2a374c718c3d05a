/** Milliseconds of processor time that this process spends on it. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}

/**
 * How many times as long the work takes as a bare loop over as much, measured before and after it: a machine that is
 * slow, or busy, is so for both.
 */
export async function costOf(what: string, work: () => unknown, bare: () => unknown): Promise<number> {
  await bare();
  const [before, took, after] = [await processorMs(bare), await processorMs(work), await processorMs(bare)];
  const cost = took / ((before + after) / 2);
  process.stdout.write(`${what} in ${Math.round(took)} ms: ${cost.toFixed(2)} of the bare loop\n`);
  return cost;
}
