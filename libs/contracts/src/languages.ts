/** The languages in which the product speaks, the usual one first. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The one that is not `language`, for an offer to change to it. */
export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'es' : 'en';
}
