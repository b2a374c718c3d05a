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
