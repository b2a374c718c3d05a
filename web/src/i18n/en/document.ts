import type { Language } from '../languages';

/** What a document of this language says about itself, and how it writes numbers and dates. */
export const documentTexts = {
  language: 'en' as Language,
  /** For Intl: dates, numbers and money. */
  locale: 'en-US',
  /** Dollars below a thousand, from "5" or "5.00", as Intl writes them in that locale. */
  dollars: (amount: string) => `$${amount}`,
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  description: 'Record a spoken agreement, get a transcript, and both of you get proof. $5 per contract.',
  noscript: 'Split Second Contract needs JavaScript to record and play agreements.',
  /** The installed app, under its icon and when the icon is held. */
  manifest: { shortName: 'Contract', record: 'Record an agreement', recordShort: 'Record' },
  /** Plans by their code, where only the code is known. */
  planNames: {
    basic: 'Basic',
    standard: 'Standard',
    pro: 'Pro',
  } as Readonly<Record<string, string>>,
};
