export type LimitTone = 'blue' | 'yellow' | 'red';

export interface LimitStage {
  /** How much of the time is used, 0 to 1. */
  share: number;
  tone: LimitTone;
  /** Whole seconds. */
  left: number;
  warning: 'remaining' | 'approaching' | null;
}

/** How near a recording is to its limit. Both in seconds; the limit is above 0. */
export function limitStage(seconds: number, limitSeconds: number): LimitStage {
  const share = Math.min(1, Math.max(0, seconds / limitSeconds));
  const left = Math.max(0, limitSeconds - Math.floor(seconds));
  return {
    share,
    tone: share > 0.8 ? 'red' : share > 0.6 ? 'yellow' : 'blue',
    left,
    warning: share > 0.9 ? 'approaching' : share >= 0.8 ? 'remaining' : null,
  };
}

/** The server lets a recording be this much longer than its plan says, because a recording ends between two seconds. */
const GRACE_SECONDS = 5;

/** Whether a recording is longer than its plan takes. @param limitSeconds 0 means no limit */
export function isTooLong(seconds: number, limitSeconds: number): boolean {
  return limitSeconds > 0 && seconds > limitSeconds + GRACE_SECONDS;
}

/** mm:ss. */
export function formatTimer(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}

const LIMITS: Record<string, number> = { basic: 180, standard: 600, pro: 600 };
const DEFAULT_SECONDS = 600;

/** Longest recording of a plan in seconds, until the server has said so; every plan is sold for the same price. */
export function recordingLimit(planType: string): number {
  return LIMITS[planType] ?? DEFAULT_SECONDS;
}
