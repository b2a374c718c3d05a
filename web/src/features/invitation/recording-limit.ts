const LIMITS: Record<string, number> = { basic: 180, standard: 600, pro: 0 };
const DEFAULT_SECONDS = 600;

/** Longest recording of a plan in seconds; 0 means no limit. */
export function recordingLimit(planType: string): number {
  return LIMITS[planType] ?? DEFAULT_SECONDS;
}
