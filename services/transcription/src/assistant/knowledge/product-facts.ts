import {
  escrowFeePercent,
  longestSeconds,
  manualTranscriptionCents,
  maxAudioBytes,
  maxHeldCents,
  maxPhotoBytes,
  minHeldCents,
  type PlanType,
  plans,
  subscriptionCents,
} from '#contracts';

const MEGABYTE = 1024 * 1024;

/** `500` → `$5`, `250` → `$2.50`. */
function dollars(cents: number): string {
  const isWhole = cents % 100 === 0;
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: isWhole ? 0 : 2 })}`;
}

/** What the product costs and allows, in words, from the tables that the server itself charges and checks by. */
export const facts = {
  contractPrice: dollars(plans['split-second-contract'].priceCents),
  manualPrice: dollars(manualTranscriptionCents),
  subscriptionPrice: dollars(subscriptionCents),
  escrowFee: `${escrowFeePercent}%`,
  /** What the seller gets of $100, and what the platform keeps. */
  escrowExample: { fee: dollars(escrowFeePercent * 100), seller: dollars((100 - escrowFeePercent) * 100) },
  leastHeld: dollars(minHeldCents),
  mostHeld: dollars(maxHeldCents),
  maxAudio: `${maxAudioBytes / MEGABYTE} MB`,
  maxPhoto: `${maxPhotoBytes / MEGABYTE} MB`,
} as const;

const planNames: Record<PlanType, string> = {
  'split-second-contract': 'Split Second Contract',
  basic: 'Basic',
  standard: 'Standard',
  pro: 'Pro',
};

/** How long a recording may be on one plan, as a sentence. */
export function limitSentence(plan: PlanType): string {
  const name = plan === 'split-second-contract' ? 'A Split Second Contract' : `The ${planNames[plan]} plan`;
  return `${name} allows recordings of up to ${longestSeconds(plan) / 60} minutes.`;
}
