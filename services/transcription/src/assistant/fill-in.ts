import { isPlanType } from '#contracts';
import type { AssistantContext } from './assistant.body.js';
import { limitSentence } from './knowledge/product-facts.js';

/** A name as people write them: a few words of letters. Anything else is not repeated. */
const NAME = /^\p{Lu}[\p{L}\p{M}.'’-]{0,29}(?: [\p{L}\p{M}][\p{L}\p{M}.'’-]{0,29}){0,3}$/u;
const KIND = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]{0,19}(?: [\p{L}\p{M}\p{N}'’-]{1,20}){0,3}$/u;
const GENERIC_KIND = /^(voice|split second|spoken) (contract|deal)$|^agreement$/i;
const MAX_NAME = 60;

/** Writes what is known about the agreement into an answer; what is not known, or is no name, stays general. */
export function fillIn(text: string, context: AssistantContext | undefined): string {
  const a = nameOf(context?.parties?.partyA) ?? 'party A';
  const b = nameOf(context?.parties?.partyB) ?? 'party B';
  const plan = context?.planType ?? '';
  const values: Record<string, string> = {
    partyA: a,
    partyB: b,
    parties: `${a} and ${b}`,
    deal: dealOf(context?.agreementType),
    limit: limitSentence(isPlanType(plan) ? plan : 'split-second-contract'),
  };
  const filled = text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
  // A sentence that begins with a party of unknown name.
  return filled.replace(/(^|[.!?:;,]\s+)party (?=[AB]\b)/g, (match, start: string) =>
    /[,;]/.test(start) ? match : `${start}Party `,
  );
}

function nameOf(typed: string | undefined | null): string | null {
  const name = typed?.trim() ?? '';
  return name.length <= MAX_NAME && NAME.test(name) ? name : null;
}

function dealOf(typed: string | undefined | null): string {
  const kind = typed?.trim() ?? '';
  const isKnown = KIND.test(kind) && !GENERIC_KIND.test(kind) && !isPlanType(kind);
  return isKnown ? `your agreement (${kind})` : 'your agreement';
}
