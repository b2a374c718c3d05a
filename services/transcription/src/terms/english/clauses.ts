import nlp from 'compromise';
import type { Found } from '../passages.js';

const COUNT = '(?:\\d{1,2}|two|three|four|five|six|eight|ten|twelve|equal|monthly|weekly)';
/** Words with which a condition begins. */
const MARKERS = new RegExp(
  '\\b(?:(?:only |even )?if|unless|until|till|as long as|provided(?: that)?|on (?:the )?condition|in case|no later than|' +
    `in ${COUNT}(?: \\p{L}+)? (?:instal+ments?|payments?|parts|rates)|(?:in|over|with) instal+ments|half (?:now|up ?front|today|down|before)|` +
    'up ?front|in advance|non[ -]?refundable|as is)\\b',
  'giu',
);
/** Duties: the condition begins with who or what has it. */
const DUTIES =
  /(?<=^|[\s,])(?:(?:the|my|your|his|her|our|their|a|an)\s+(?:[\p{L}-]+\s+){1,3}?|(?:i|you|we|he|she|it|they|who|which)\s+|[\p{Lu}][\p{L}-]+\s+)?(?:must(?:\s+not)?|has to|have to|needs? to|is not allowed to|will (?:pay|give|bring|return)(?:\s+(?:you|me|him|her|us|them|it|the (?:money|rest|loan)))*\s+back|(?:pay|pays|paid|bring|give|return)(?:\s+(?:you|me|it))*\s+back|is refundable)\b/giu;
/** Somebody answers, or another thought begins. */
const ENDS =
  /[;.?!]|,?\s+(?:do you agree|i agree|yes|okay|and i(?:['’]ll| will| agree)|but)\b|,\s+(?:i|we|you|he|she|they)\b/iu;
const LONGEST = 24;

/** Clauses on which the deal depends; `dates` that are deadlines ("by friday") count as such. */
export function findConditions(text: string, dates: Found[]): Found[] {
  const begins = [
    ...[...text.matchAll(MARKERS), ...text.matchAll(DUTIES)].map((match) => ({
      from: match.index,
      after: match.index + match[0].length,
    })),
    ...dates.flatMap((date) => deadline(text, date)),
  ].sort((a, b) => a.from - b.from || b.after - a.after);
  const found: Found[] = [];
  for (const { from, after } of begins) {
    if (from < (found.at(-1)?.to ?? 0)) continue;
    found.push({ kind: 'condition', from, to: endOfClause(text, from, after), value: null });
  }
  return found;
}

function deadline(text: string, { from, to }: Found): { from: number; after: number }[] {
  const before = /\b(?:by|before|no later than)\s+(?:the\s+|on\s+|next\s+)?$/i.exec(text.slice(0, from));
  return before ? [{ from: before.index, after: to }] : [];
}

function endOfClause(text: string, from: number, after: number): number {
  const end = ENDS.exec(text.slice(after))?.index;
  const clause = text.slice(from, end === undefined ? text.length : after + end);
  const words = [...clause.matchAll(/\S+/g)];
  const last = words[Math.min(words.length, LONGEST) - 1];
  const to = from + (last ? last.index + last[0].length : clause.length);
  return Math.max(after, to - (/[.,;:!?]*$/.exec(text.slice(from, to))?.[0].length ?? 0));
}

/** What is sold, lent or done, by the verbs of everyday deals. */
const VERBS =
  'sell(?:s|ing)?|sold|buy(?:s|ing)?|purchas(?:e|es|ing)|lend(?:s|ing)?|borrow(?:s|ing)?|rent(?:s|ing)?|leas(?:e|ing)|' +
  'clean(?:s|ing)?|mow(?:s|ing)?|babysit(?:s|ting)?|watch(?:ing)?|tutor(?:s|ing)?|teach(?:es|ing)?|paint(?:s|ing)?|' +
  'fix(?:es|ing)?|repair(?:s|ing)?|build(?:s|ing)?|deliver(?:s|ing)?|walk(?:s|ing)?|install(?:s|ing)?|mov(?:e|ing)|' +
  'haul(?:ing)?|us(?:e|es|ing)|tak(?:e|es|ing) care of|trad(?:e|ing)|wash(?:es|ing)?|design(?:s|ing)?|photograph(?:ing)?';
/** Somebody does it; "a clean title" and "the rent" are no deals. */
const DOES =
  "(?:to|will|i|we|you|he|she|they|['’](?:ll|m|re)|can|am|are|is|for|gonna|going to|shall|agrees?|accepts?|and|not|just|be|would|who)";
const DEAL = new RegExp(
  `(?:(?<=\\b${DOES}\\s)|(?<=['’](?:ll|m|re)\\s)|^)(?:${VERBS})\\s+(?:(?:you|me|him|her|them|us|off|out)\\s+)?`,
  'giu',
);
const DEPOSIT = /\bdeposit\s+(?:for|on)\s+/giu;
/** Where what is dealt with ends. */
const STOP =
  /^(?:for|at|on|by|until|till|from|to|if|when|unless|while|and|or|but|so|because|every|each|per|starting|beginning|this|next|tomorrow|today|tonight|that|which|who|i|we|you|he|she|they|it|is|are|was|will|has|have|had|must|can|then|now|again|back|as|within|before|after|once|twice|weekly|monthly|together|up|\p{L}+['’](?:ll|m|re|s))$/iu;
const LONGEST_ITEM = 8;

/** Things and services; no value besides their words. Money is no item: `amounts` are left out. */
export function findItems(text: string, amounts: Found[]): Found[] {
  return [...text.matchAll(DEAL), ...text.matchAll(DEPOSIT)].flatMap((match) => {
    const from = match.index + match[0].length;
    const to = endOfItem(text, from, amounts);
    return to > from && isThing(text.slice(from, to))
      ? [{ kind: 'item' as const, from, to, value: null }]
      : [];
  });
}

function endOfItem(text: string, from: number, amounts: Found[]): number {
  const money = amounts.filter((amount) => amount.from >= from).map((amount) => amount.from);
  const limit = Math.min(text.length, ...money);
  let to = from;
  for (const [count, { 0: word, index }] of [...text.slice(from, limit).matchAll(/\S+/g)].entries()) {
    const plain = word.replace(/[.,;:!?"]+$/, '');
    // "Her son in math", but "in two weeks".
    const isTime =
      plain === 'in' &&
      /^\s+(?:\d|a\b|one|two|three|four|five|six|the (?:morning|evening|afternoon)|cash|exchange|full|return)/.test(
        text.slice(from + index + word.length),
      );
    if (count >= LONGEST_ITEM || STOP.test(plain) || isTime) break;
    to = from + index + plain.length;
    if (plain !== word) break;
  }
  return text.slice(from, to).replace(/\s+(?:in|of|with|the|a|an|my|your)$/i, '').length + from;
}

/** It names something: more than a pronoun, a day or a number. After "my" or "the" it always does. */
function isThing(phrase: string): boolean {
  const isNamed = /^(?:my|your|his|her|our|their|the|an?|this|these|those)\s+\p{L}/iu.test(phrase);
  return isNamed || nlp(phrase).has('(#Noun && !#Pronoun && !#Date && !#Currency && !#Possessive)');
}

/** The word by which two mentions are the same thing: "my blue car", "the car". */
export function headOf(item: string): string {
  const [main = item] = item.split(/\s+(?:with|in|of|including)\s+/i);
  return main.toLowerCase().match(/[\p{L}\d]+$/u)?.[0] ?? main.toLowerCase();
}
