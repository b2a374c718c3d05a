const MINUTE_MS = 60_000;

export interface DueState {
  isLate: boolean;
  hours: number;
  minutes: number;
}

/** How long until (or since) a deadline, in whole minutes; null without a readable one. */
export function dueState(dueAt: string | null, now: number): DueState | null {
  const at = dueAt === null ? Number.NaN : Date.parse(dueAt);
  if (Number.isNaN(at)) return null;
  const minutes = Math.floor(Math.abs(at - now) / MINUTE_MS);
  return { isLate: at < now, hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
