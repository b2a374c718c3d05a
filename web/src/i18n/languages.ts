/** The languages a person can choose, each named in itself. The first is the one of the document at the root. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
] as const;

export type Language = (typeof languages)[number]['code'];
