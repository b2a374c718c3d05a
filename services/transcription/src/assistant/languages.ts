import { type Language, languages, otherLanguages } from '#contracts';
import { knowledge } from './knowledge/knowledge.js';
import { englishTerms } from './search/english-terms.js';
import type { SearchTerms } from './search/search-terms.js';
import { spanishTerms } from './search/spanish-terms.js';

export const terms: Readonly<Record<Language, SearchTerms>> = { en: englishTerms, es: spanishTerms };

/** Letters and signs that English has not; null for a language without. */
const marks: Readonly<Record<Language, RegExp | null>> = { en: null, es: /[¿¡ñ]|[áéíóú]/i };

const wordsOfKnowledge = (language: Language): ReadonlySet<string> =>
  new Set(
    knowledge[language].flatMap(({ questions }) =>
      questions.flatMap((question) => terms[language].wordsOf(question).map((word) => word.toLowerCase())),
    ),
  );
const known = new Map(languages.map((language) => [language, wordsOfKnowledge(language)]));

const isIn = (word: string, language: Language): boolean =>
  terms[language].isSmallWord(word) || known.get(language)?.has(word) === true;

/** Whether people ask with the word in some language, so that it need not be a name. */
export function isWordOfQuestions(word: string): boolean {
  return languages.some((language) => isIn(word.normalize('NFC').toLowerCase(), language));
}

/** How many signs a text has of being in a language: its marks, and words that no other language has. */
function signsOf(language: Language, question: string, words: readonly string[]): number {
  const others = otherLanguages(language);
  const own = words.filter((word) => isIn(word, language) && !others.some((other) => isIn(word, other)));
  return own.length + (marks[language]?.test(question) ? 1 : 0);
}

/** In which language a question is; `usual` where it does not tell. */
export function languageOf(question: string, usual: Language): Language {
  const words = englishTerms.wordsOf(question).map((word) => word.toLowerCase());
  const signs = languages.map((language) => ({ language, count: signsOf(language, question, words) }));
  const most = Math.max(...signs.map(({ count }) => count));
  const likeliest = signs.filter(({ count }) => count === most);
  return likeliest.length === 1 && likeliest[0] ? likeliest[0].language : usual;
}
