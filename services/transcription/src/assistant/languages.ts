import { type Language, otherLanguage } from '#contracts';
import { knowledge } from './knowledge/knowledge.js';
import { englishTerms } from './search/english-terms.js';
import type { SearchTerms } from './search/search-terms.js';
import { spanishTerms } from './search/spanish-terms.js';

export const terms: Readonly<Record<Language, SearchTerms>> = { en: englishTerms, es: spanishTerms };

const spanishMarks = /[¿¡ñ]|[áéíóú]/i;

const wordsOfKnowledge = (language: Language): ReadonlySet<string> =>
  new Set(
    knowledge[language].flatMap(({ questions }) =>
      questions.flatMap((question) => terms[language].wordsOf(question).map((word) => word.toLowerCase())),
    ),
  );
const known: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: wordsOfKnowledge('en'),
  es: wordsOfKnowledge('es'),
};

/** How many words of a text one language has and the other one has not. */
function wordsOnlyIn(language: Language, words: readonly string[]): number {
  const isIn = (word: string, one: Language) => terms[one].isSmallWord(word) || known[one].has(word);
  return words.filter((word) => isIn(word, language) && !isIn(word, otherLanguage(language))).length;
}

/** In which language a question is; `usual` where it does not tell. */
export function languageOf(question: string, usual: Language): Language {
  const words = englishTerms.wordsOf(question).map((word) => word.toLowerCase());
  const spanish = wordsOnlyIn('es', words) + (spanishMarks.test(question) ? 1 : 0);
  const english = wordsOnlyIn('en', words);
  if (spanish === english) return usual;
  return spanish > english ? 'es' : 'en';
}
