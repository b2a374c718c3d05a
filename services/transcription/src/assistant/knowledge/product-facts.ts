import {
  creditDays,
  escrowFeePercent,
  humanTranscriptCents,
  humanTranscriptHours,
  type Language,
  longestSeconds,
  maxAudioBytes,
  maxEscrowCents,
  maxPhotoBytes,
  minEscrowCents,
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
  humanTranscriptPrice: dollars(humanTranscriptCents),
  subscriptionPrice: dollars(subscriptionCents),
  escrowFee: `${escrowFeePercent}%`,
  /** What the seller gets of $100, and what the platform keeps. */
  escrowExample: { fee: dollars(escrowFeePercent * 100), seller: dollars((100 - escrowFeePercent) * 100) },
  leastEscrow: dollars(minEscrowCents),
  mostEscrow: dollars(maxEscrowCents),
  maxAudio: `${maxAudioBytes / MEGABYTE} MB`,
  maxPhoto: `${maxPhotoBytes / MEGABYTE} MB`,
  paidDays,
  unpaidDays,
  /** For which a payment is kept whose contract came to nothing. */
  creditDays,
  humanTranscriptHours,
  /** From how many contracts in a month on the subscription is cheaper. */
  breakEven: Math.floor(subscriptionCents / plans['split-second-contract'].priceCents) + 1,
} as const;

interface LengthWords {
  allows: (length: string) => string;
  minutes: (count: number) => string;
  seconds: (count: number) => string;
  and: string;
}

/** Each plan with its article, what it allows, and a length. */
const limits: Record<Language, Record<PlanType, string> & LengthWords> = {
  en: {
    'split-second-contract': 'A Split Second Contract',
    basic: 'The Basic plan',
    standard: 'The Standard plan',
    pro: 'The Pro plan',
    allows: (length) => `allows recordings of up to ${length}.`,
    minutes: (n) => (n === 1 ? '1 minute' : `${n} minutes`),
    seconds: (n) => (n === 1 ? '1 second' : `${n} seconds`),
    and: 'and',
  },
  es: {
    'split-second-contract': 'Un Split Second Contract',
    basic: 'El plan Básico',
    standard: 'El plan Estándar',
    pro: 'El plan Pro',
    allows: (length) => `permite grabaciones de hasta ${length}.`,
    minutes: (n) => (n === 1 ? '1 minuto' : `${n} minutos`),
    seconds: (n) => (n === 1 ? '1 segundo' : `${n} segundos`),
    and: 'y',
  },
};

/** The longest recording that is advised, in seconds. */
const ADVISED_SECONDS = 600;

/**
 * What an answer says of lengths: `limit` is the sentence for a plan, the others stand inside of sentences.
 * @param soldSeconds the longest recording of this installation
 */
export function lengthFacts(plan: PlanType, language: Language, soldSeconds: number): Record<string, string> {
  const words = limits[language];
  const upTo = (seconds: number) => lengthIn(seconds, words);
  return {
    limit: `${words[plan]} ${words.allows(upTo(longestSeconds(plan, soldSeconds)))}`,
    longest: upTo(longestSeconds('split-second-contract', soldSeconds)),
    basicLongest: upTo(longestSeconds('basic', soldSeconds)),
    advised: upTo(Math.min(ADVISED_SECONDS, soldSeconds)),
  };
}

/** `10 minutes`, `90 seconds`, `2 minutes and 30 seconds`. */
function lengthIn(seconds: number, words: LengthWords): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (rest === 0) return words.minutes(minutes);
  return minutes < 2
    ? words.seconds(seconds)
    : `${words.minutes(minutes)} ${words.and} ${words.seconds(rest)}`;
}
