import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import type { Found } from './passages.js';
import type { DealFacts, TermsLanguage } from './term.js';

interface Word {
  text: string;
  from: number;
  to: number;
}

/** What people say before their own name. */
const INTRODUCTION =
  /\b(?:my (?:full )?name(?: is|['’]s)|(?:i am|i['’]m|this is) (?=\p{Lu})|i am called)\s+/giu;
/** After an introduction: no part of a name. */
const NO_NAME =
  /^(?:y|e|de|acepto|vendo|compro|estoy|and|i|i'll|i'm|agree|will|want|from|here|the|a|an|selling|buying|going|my|this|so|with|for|to|we|as|on|at|is|that|who|today|in)$/i;
const LONGEST_NAME = 4;

const SPANISH_INTRODUCTION =
  /(?<!\p{L})(?:me llamo|mi nombre(?: completo)? es|(?:yo soy|soy|habla|yo,) (?=\p{Lu}))\s*/giu;

/** The parties, by how they introduce themselves and by their names, also as an engine may mishear them. */
export function findParties(
  text: string,
  { partyA, partyB }: DealFacts,
  language: TermsLanguage = 'en',
): Found[] {
  const words = [...text.matchAll(/[\p{L}][\p{L}'’-]*/gu)].map(({ 0: word, index }) => ({
    text: word,
    from: index,
    to: index + word.length,
  }));
  const names = [partyA, partyB].filter((name) => name.trim() !== '');
  const introductions = language === 'es' ? SPANISH_INTRODUCTION : INTRODUCTION;
  const introduced = [...text.matchAll(introductions)].flatMap((match) =>
    readIntroduction(words, match.index + match[0].length, names),
  );
  const named = names.flatMap((name) => findName(words, name));
  return [...introduced, ...named.filter((one) => !introduced.some((other) => overlaps(one, other)))];
}

function readIntroduction(words: Word[], from: number, names: string[]): Found[] {
  const first = words.findIndex((word) => word.from >= from);
  if (first === -1 || words[first]?.from !== from) return [];
  for (const name of names) {
    const parts = wordsOf(name);
    const heard = words.slice(first, first + parts.length);
    const isRight = parts.map((part, at) => isLike(part, heard[at]?.text ?? ''));
    // One name of two is enough here: recognisers mishear names more than anything.
    if (isRight.slice(1).some(Boolean) || isRight.every(Boolean)) return [partyAt(heard, name)];
    if (isRight[0]) return [partyAt(heard.slice(0, 1), name)];
  }
  const rest = words.slice(first, first + LONGEST_NAME);
  const isWritten = /^\p{Lu}/u.test(rest[0]?.text ?? '');
  const end = rest.findIndex(({ text }) => NO_NAME.test(text) || (isWritten && !/^\p{Lu}/u.test(text)));
  // Without capitals nobody knows where a name ends: two words are the rule.
  const heard = rest.slice(0, Math.min(end === -1 ? rest.length : end, isWritten ? LONGEST_NAME : 2));
  return heard.length === 0 ? [] : [partyAt(heard, titleCase(heard.map((word) => word.text).join(' ')))];
}

/** A whole name anywhere. A single one only with its capital: "will" and "mark" are words as well. */
function findName(words: Word[], name: string): Found[] {
  const parts = wordsOf(name);
  if (parts.length === 0) return [];
  return words.flatMap((_, first) => {
    const heard = words.slice(first, first + parts.length);
    if (heard.length < parts.length) return [];
    const isName =
      parts.length === 1
        ? heard[0]?.text === parts[0] && /^\p{Lu}/u.test(parts[0] ?? '') && first > 0
        : parts.every((part, at) => isLike(part, heard[at]?.text ?? ''));
    return isName ? [partyAt(heard, name)] : [];
  });
}

/** Same letters but for one in four, or the same sound. */
function isLike(name: string, heard: string): boolean {
  const [a, b] = [name.toLowerCase(), heard.toLowerCase()];
  if (a === b) return true;
  if (a.length < 3 || b.length < 3) return false;
  if (distance(a, b) <= Math.floor(a.length / 4)) return true;
  const [soundOfA] = doubleMetaphone(a);
  return a[0] === b[0] && Math.abs(a.length - b.length) <= 2 && soundOfA === doubleMetaphone(b)[0];
}

function partyAt(words: Word[], value: string): Found {
  return { kind: 'party', from: words[0]?.from ?? 0, to: words.at(-1)?.to ?? 0, value };
}

function wordsOf(name: string): string[] {
  return name.match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
}

function titleCase(name: string): string {
  return name.replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}

function overlaps(a: Found, b: Found): boolean {
  return a.from < b.to && b.from < a.to;
}
