import type { Language } from '#contracts';
import { Formats } from './formats.js';
import { spanishTexts } from './texts/es/texts.js';
import { englishTexts, type Texts } from './texts.js';

/** How a mail speaks: every sentence, and the form of numbers, dates and money, in one language. */
export interface Wording extends Formats {
  readonly language: Language;
  readonly texts: Texts;
}

function wording(language: Language, texts: Texts): Wording {
  return Object.assign(new Formats(language), { language, texts });
}

export const wordings: Readonly<Record<Language, Wording>> = {
  en: wording('en', englishTexts),
  es: wording('es', spanishTexts),
};
