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

/** Languages that may be said to be spoken in a recording: the 25 of the larger model, and others that people here speak. */
export const spokenLanguages = [
  ...[
    'en',
    'es',
    'ar',
    'bg',
    'cs',
    'da',
    'de',
    'el',
    'et',
    'fi',
    'fr',
    'hi',
    'hr',
    'hu',
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
  ],
  ...['mt', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'tl', 'tr', 'uk', 'vi', 'zh'],
] as const;
