/** What a plan costs and how long a recording may be. The one table that decides money and length. */
export interface Plan {
  /** Price of one contract in cents. */
  readonly priceCents: number;
  /** Longest recording in seconds. `longestSeconds` tells what holds. */
  readonly maxSeconds: number;
}

export const planTypes = ['split-second-contract', 'basic', 'standard', 'pro'] as const;
export type PlanType = (typeof planTypes)[number];

export const plans: Record<PlanType, Plan> = {
  'split-second-contract': { priceCents: 500, maxSeconds: 600 },
  basic: { priceCents: 500, maxSeconds: 180 },
  standard: { priceCents: 500, maxSeconds: 600 },
  /** The specification gives it no limit of its own (0). It costs the same, so it gives what is sold. */
  pro: { priceCents: 500, maxSeconds: 600 },
};

/** What is sold: the price of every plan is that of this one, so none of them gives more. */
export const basePlan: PlanType = 'split-second-contract';

/**
 * Longest recording in seconds under a plan that somebody names: less than what is sold if the plan says so, never more.
 * @param soldSeconds what is sold; `LONGEST_RECORDING_SECONDS` of an installation
 */
export function longestSeconds(named: PlanType, soldSeconds = plans[basePlan].maxSeconds): number {
  const { maxSeconds } = plans[named];
  return maxSeconds < plans[basePlan].maxSeconds ? Math.min(maxSeconds, soldSeconds) : soldSeconds;
}

/** Price in cents of a transcript made by a person, and of a month of a subscription that is begun now. */
export const humanTranscriptCents = 200;
export const subscriptionCents = 2000;
/** Hours within which a person's transcript is delivered; later means the money goes back. */
export const humanTranscriptHours = 24;
/** The plans that a subscription covers, as many contracts as one makes; `longestSeconds` limits each. */
export const coveredPlans: readonly PlanType[] = ['split-second-contract', 'basic', 'standard'];
/**
 * Days beyond the end of what is paid for which a subscription that is renewed still covers: a debit of a bank account takes
 * up to four working days, and a weekend and a holiday between them.
 */
export const renewalGraceDays = 7;
/** Days for which a contract is kept that was made under a subscription. */
export const subscriberDays = 365;

/** Share that the platform keeps of an escrow that is opened now, when the seller is paid; whole percent. */
export const escrowFeePercent = 5;
/** Smallest and largest escrow in cents. The smallest is what Stripe accepts to charge. */
export const minEscrowCents = 50;
export const maxEscrowCents = 10_000_000;

/**
 * The platform's fee in cents on an amount in cents that goes to the seller: half a cent counts up.
 * @param percent what was agreed when the escrow was opened
 */
export function escrowFee(releasedCents: number, percent: number): number {
  return Math.floor((releasedCents * percent + 50) / 100);
}

/** How long the buyer may look at what was delivered before silence releases the money, in hours. */
export const holdHours = { '24hrs': 24, '3days': 72, '7days': 168, '14days': 336, '30days': 720 } as const;
export type HoldPeriod = keyof typeof holdHours;
export const holdPeriods = Object.keys(holdHours) as readonly HoldPeriod[];

export const currency = 'usd';
/** Seconds by which a file may exceed its plan before it is refused. */
export const graceSeconds = 5;
/**
 * Seconds by which what our pages recorded may exceed its plan. A page that stands still, as while the browser asks whether
 * to leave it, records on past the limit; and a page that was opened before an installation shortened its limit stops at
 * the one from before. The whole of what is sold, and no more: all plans cost the same, and what is unpaid is counted by
 * its length.
 */
export const overrunSeconds = 600;
/** Days for which an unpaid recording is kept, and for which a paid one stays open. */
export const unpaidDays = 30;
export const paidDays = 30;
/** Days for which a link to party B opens, unless the contract is open for less. */
export const linkDays = 14;
/** Days for which a payment is kept whose contract was declined or cancelled. */
export const creditDays = 30;
/** Largest audio and photo files in bytes, whatever the plan; the gateway's limits follow from them. */
export const maxAudioBytes = 100 * 1024 * 1024;
export const maxPhotoBytes = 10 * 1024 * 1024;

export function isPlanType(value: string): value is PlanType {
  return (planTypes as readonly string[]).includes(value);
}

/**
 * What everybody may know of prices and limits: `/api/config` answers it, and the web app has it until that answer.
 * @param soldSeconds as for `longestSeconds`
 */
export function publishedTerms(soldSeconds?: number) {
  return {
    prices: {
      contract: plans[basePlan].priceCents,
      manualTranscription: humanTranscriptCents,
      subscription: subscriptionCents,
    },
    plans: Object.fromEntries(
      planTypes.map((name) => [name, { ...plans[name], maxSeconds: longestSeconds(name, soldSeconds) }]),
    ) as Record<PlanType, Plan>,
    escrow: { feePercent: escrowFeePercent, minCents: minEscrowCents, maxCents: maxEscrowCents, holdHours },
  };
}
