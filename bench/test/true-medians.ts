import { bootstrap, generator } from '../statistics.js';

/** How many of these experiments give an interval that holds the true median of what they drew. */
export function trueMedians(experiments: number): number {
  const random = generator(3);
  let hits = 0;
  for (let experiment = 0; experiment < experiments; experiment += 1) {
    const values = Array.from({ length: 15 }, () => random());
    const { low, high } = bootstrap(values, experiment);
    if (low <= 0.5 && 0.5 <= high) hits += 1;
  }
  return hits;
}
