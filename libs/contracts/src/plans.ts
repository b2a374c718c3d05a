/** What a plan costs and how long a recording may be. The one table that decides money. */
export interface Plan {
  /** Price of one contract in cents. */
  readonly priceCents: number;
  /** Longest recording in seconds; 0 means no limit by plan. */
  readonly maxSeconds: number;
}

export const planTypes = ['split-second-contract', 'basic', 'standard', 'pro'] as const;
export type PlanType = (typeof planTypes)[number];

export const plans: Record<PlanType, Plan> = {
  'split-second-contract': { priceCents: 500, maxSeconds: 600 },
  basic: { priceCents: 500, maxSeconds: 180 },
  standard: { priceCents: 500, maxSeconds: 600 },
  pro: { priceCents: 500, maxSeconds: 0 },
};

export const currency = 'usd';
/** Seconds by which a recording may exceed its plan before it is refused. */
export const graceSeconds = 5;
/** Days for which an unpaid recording is kept, and for which a paid one stays open. */
export const unpaidDays = 30;
export const paidDays = 30;
/** Largest audio and photo files in bytes. */
export const maxAudioBytes = 100 * 1024 * 1024;
export const maxPhotoBytes = 10 * 1024 * 1024;

export function isPlanType(value: string): value is PlanType {
  return (planTypes as readonly string[]).includes(value);
}
