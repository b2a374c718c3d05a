import {
  creditDays,
  escrowFeePercent,
  type Language,
  longestSeconds,
  manualTranscriptionCents,
  manualTranscriptionHours,
  maxAudioBytes,
  maxHeldCents,
  maxPhotoBytes,
  minHeldCents,
  type PlanType,
  paidDays,
  plans,
  subscriptionCents,
  unpaidDays,
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
  paidDays,
  unpaidDays,
  /** For which a payment is kept whose contract came to nothing. */
  creditDays,
  manualHours: manualTranscriptionHours,
  /** Longest recording. */
  minutes: longestSeconds('split-second-contract') / 60,
  basicMinutes: longestSeconds('basic') / 60,
  /** From how many contracts in a month on the subscription is cheaper. */
  breakEven: Math.floor(subscriptionCents / plans['split-second-contract'].priceCents) + 1,
} as const;

/** Each plan with its article, and what it allows. */
const limits: Record<Language, Record<PlanType, string> & { allows: (minutes: number) => string }> = {
  en: {
    'split-second-contract': 'A Split Second Contract',
    basic: 'The Basic plan',
    standard: 'The Standard plan',
    pro: 'The Pro plan',
    allows: (minutes) => `allows recordings of up to ${minutes} minutes.`,
  },
  es: {
    'split-second-contract': 'Un Split Second Contract',
    basic: 'El plan Básico',
    standard: 'El plan Estándar',
    pro: 'El plan Pro',
    allows: (minutes) => `permite grabaciones de hasta ${minutes} minutos.`,
  },
};

/** How long a recording may be on one plan, as a sentence. */
export function limitSentence(plan: PlanType, language: Language = 'en'): string {
  const words = limits[language];
  return `${words[plan]} ${words.allows(longestSeconds(plan) / 60)}`;
}
