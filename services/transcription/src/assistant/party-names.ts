import type { AssistantContext, AssistantParties } from './assistant.view.js';
import { isWordOfQuestions } from './languages.js';

/** What stands for the names until `fillIn` writes them. */
export const PARTY_A = '{partyA}';
export const PARTY_B = '{partyB}';
/** What stands for a word that is in both names: whose it is nobody knows. */
const EITHER = '…';

/** Initials say nothing of whom they belong to. */
const SHORTEST_PART = 2;

/**
 * What people wrote, without the names that were typed for the parties, whole or in part, however they are spaced,
 * accented or capitalised. A word that people ask with as well (“Will”, “Price”) is taken for a name only where it has a
 * capital within a sentence.
 */
export function withoutNames(text: string, context: AssistantContext | undefined): string {
  const marks = marksOf(context?.parties);
  if (marks.size === 0) return text;
  const longestFirst = [...marks.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])(?:${longestFirst.map(patternOf).join('|')})(?![\\p{L}\\p{M}\\p{N}])`,
    'giu',
  );
  return text
    .normalize('NFD')
    .replace(pattern, (found: string, at: number, whole: string) =>
      isWordOfQuestions(found) && !isWrittenAsName(found, whole.slice(0, at))
        ? found
        : (marks.get(bare(found)) ?? EITHER),
    )
    .normalize('NFC');
}

/** By each name and each of its words, what is said instead. */
function marksOf(parties: AssistantParties | undefined): Map<string, string> {
  const named = [
    { name: bare(parties?.partyA ?? ''), mark: PARTY_A },
    { name: bare(parties?.partyB ?? ''), mark: PARTY_B },
  ].filter(({ name }) => name !== '');
  const marks = new Map<string, string>();
  for (const { name, mark } of named)
    for (const part of name.match(/[\p{L}\p{N}]+/gu) ?? []) {
      if (part.length < SHORTEST_PART) continue;
      marks.set(part, (marks.get(part) ?? mark) === mark ? mark : EITHER);
    }
  // A whole name says more than a part of another one; one that both have is party A's.
  for (const { name, mark } of named.reverse()) marks.set(name, mark);
  return marks;
}

/** As names are compared: without accents, capitals and superfluous spaces. */
function bare(name: string): string {
  return name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();
}

/** Finds a bare name in a text whose accents stand by themselves. */
function patternOf(name: string): string {
  return [...name]
    .map((sign) => (sign === ' ' ? '\\s+' : `${sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')}\\p{M}*`))
    .join('');
}

/** A capital that does not come from the beginning of a sentence. */
function isWrittenAsName(word: string, before: string): boolean {
  return /^\p{Lu}/u.test(word) && /[\p{L}\p{M}\p{N},;]\s+$/u.test(before);
}
