import type { Language } from '../languages';

/** What a document of this language says about itself, and how it writes numbers and dates. */
export const documentTexts = {
  language: 'en' as Language,
  /** For Intl: dates, numbers and money. */
  locale: 'en-US',
  description: 'Record a spoken agreement, get a transcript, and both of you get proof. $5 per contract.',
  noscript: 'Split Second Contract needs JavaScript to record and play agreements.',
  /** Plans by their code, where only the code is known. */
  planNames: {
    basic: 'Basic',
    standard: 'Standard',
    pro: 'Pro',
  } as Readonly<Record<string, string>>,
};
