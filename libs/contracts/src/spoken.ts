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

/** Most lines of a script that are marked as said in one recording. */
export const maxLineTurns = 100;
