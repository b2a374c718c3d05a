const LIMITS: Record<string, number> = { basic: 180, standard: 600, pro: 600 };
const DEFAULT_SECONDS = 600;

/** Longest recording of a plan in seconds, until the server has said so; every plan is sold for the same price. */
export function recordingLimit(planType: string): number {
  return LIMITS[planType] ?? DEFAULT_SECONDS;
}
