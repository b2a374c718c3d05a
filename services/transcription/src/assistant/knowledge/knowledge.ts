import type { Language } from '#contracts';
import { account } from './account.js';
import { disputes } from './disputes.js';
import { agreementWords } from './es/agreements.js';
import { productWords } from './es/product.js';
import { evidence } from './evidence.js';
import type { KnowledgeEntry } from './knowledge-entry.js';
import { liability } from './liability.js';
import { parties } from './parties.js';
import { paymentProtection } from './payment-protection.js';
import { paymentTerms } from './payment-terms.js';
import { product } from './product.js';
import { recording } from './recording.js';
import { termination } from './termination.js';
import { terms } from './terms.js';
import { transcripts } from './transcripts.js';

const english: readonly KnowledgeEntry[] = [
  ...paymentTerms,
  ...liability,
  ...termination,
  ...disputes,
  ...parties,
  ...evidence,
  ...terms,
  ...recording,
  ...paymentProtection,
  ...product,
  ...transcripts,
  ...account,
];

const spanishWords = { ...agreementWords, ...productWords };

/** The same entry in Spanish. @throws Error when nobody has written it */
function inSpanish(entry: KnowledgeEntry): KnowledgeEntry {
  const words = spanishWords[entry.id];
  if (!words) throw new Error(`the knowledge has no ${entry.id} in Spanish`);
  return { ...entry, ...words };
}

/** Everything that can be answered without a language model, in each language. */
export const knowledge: Readonly<Record<Language, readonly KnowledgeEntry[]>> = {
  en: english,
  es: english.map(inSpanish),
};
