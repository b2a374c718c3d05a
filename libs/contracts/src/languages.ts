/** The languages in which the product speaks, the usual one first. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** All but `language`, for an offer to change to one of them. */
export function otherLanguages(language: Language): Language[] {
  return languages.filter((other) => other !== language);
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
