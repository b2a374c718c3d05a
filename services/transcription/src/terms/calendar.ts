/**
 * Midnight UTC of the same day some months later, or earlier where they are negative; of the last day of that month where
 * it is shorter. A month after 31 January is 28 February: what runs over into March is a day that nobody named.
 */
export function monthsAfter(from: Date, months: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)));
}
