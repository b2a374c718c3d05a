import { basePlan, isPlanType, type Language, plans } from '#contracts';
import type { AssistantContext } from './assistant.view.js';
import { lengthFacts } from './knowledge/product-facts.js';
import { PARTY_A, PARTY_B, withoutNames } from './party-names.js';

/** A name as people write them: a few words of letters. Anything else is not repeated. */
const NAME = /^\p{Lu}[\p{L}\p{M}.'’-]{0,29}(?: [\p{L}\p{M}][\p{L}\p{M}.'’-]{0,29}){0,3}$/u;
const KIND = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]{0,19}(?: [\p{L}\p{M}\p{N}'’-]{1,20}){0,3}$/u;
const GENERIC_KIND =
  /^(voice|split second|spoken) (contract|deal)$|^(agreement|acuerdo|contrato de voz|something else|otra cosa)$/i;
/** A kind as it begins a line; a name has more capitals. */
const SENTENCE_CASE = /^\p{Lu}[^\p{Lu}]*$/u;
const MAX_NAME = 60;

/** Where nothing is known. */
const general: Readonly<Record<Language, { partyA: string; partyB: string; and: string; deal: string }>> = {
  en: { partyA: 'party A', partyB: 'party B', and: 'and', deal: 'your agreement' },
  es: { partyA: 'la parte A', partyB: 'la parte B', and: 'y', deal: 'tu acuerdo' },
};

/**
 * Writes what is known about the agreement into an answer; what is not known, or is no name, stays general.
 * @param soldSeconds the longest recording of this installation
 */
export function fillIn(
  text: string,
  context: AssistantContext | undefined,
  language: Language = 'en',
  soldSeconds: number = plans[basePlan].maxSeconds,
): string {
  const words = general[language];
  const a = nameOf(context?.parties?.partyA) ?? words.partyA;
  const b = nameOf(context?.parties?.partyB) ?? words.partyB;
  const filled = fillInWith({ a, b }, text, context, { language, soldSeconds });
  // A sentence that begins with a party of unknown name.
  return filled.replace(
    /(^|[.!?:;,]\s+)(party|la parte) (?=[AB]\b)/g,
    (match, start: string, party: string) =>
      /[,;]/.test(start) ? match : `${start}${party.charAt(0).toUpperCase()}${party.slice(1)} `,
  );
}

/** What {@link fillIn} writes, with the names left to it: for who must not be told them. */
export function fillInWithoutNames(
  text: string,
  context: AssistantContext | undefined,
  language: Language,
  soldSeconds: number = plans[basePlan].maxSeconds,
): string {
  const agreementType = context?.agreementType && withoutNames(context.agreementType, context);
  return fillInWith(
    { a: PARTY_A, b: PARTY_B },
    text,
    { ...context, agreementType },
    { language, soldSeconds },
  );
}

function fillInWith(
  { a, b }: { a: string; b: string },
  text: string,
  context: AssistantContext | undefined,
  { language, soldSeconds }: { language: Language; soldSeconds: number },
): string {
  const words = general[language];
  const plan = context?.planType ?? '';
  const values: Record<string, string> = {
    partyA: a,
    partyB: b,
    parties: `${a} ${words.and} ${b}`,
    deal: dealOf(context?.agreementType, words.deal),
    ...lengthFacts(isPlanType(plan) ? plan : basePlan, language, soldSeconds),
  };
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

function nameOf(typed: string | undefined | null): string | null {
  const name = typed?.trim() ?? '';
  return name.length <= MAX_NAME && NAME.test(name) ? name : null;
}

function dealOf(typed: string | undefined | null, deal: string): string {
  const kind = typed?.trim() ?? '';
  const isKnown = KIND.test(kind) && !GENERIC_KIND.test(kind) && !isPlanType(kind);
  if (!isKnown) return deal;
  return `${deal} (${SENTENCE_CASE.test(kind) ? kind.charAt(0).toLowerCase() + kind.slice(1) : kind})`;
}
