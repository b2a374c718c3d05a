import { DAY_MS, HOUR_MS } from '#platform';

/** Messages of one kind about one agreement: once an hour, five a day. */
export const messagesADay = 5;

/**
 * When the next message may leave.
 * @param times when the newest messages left, newest first; more than five are not looked at.
 */
export function nextAllowed(times: readonly Date[]): Date | null {
  const [newest] = times;
  if (!newest) return null;
  const fifth = times[messagesADay - 1];
  return new Date(Math.max(newest.getTime() + HOUR_MS, fifth ? fifth.getTime() + DAY_MS : 0));
}
