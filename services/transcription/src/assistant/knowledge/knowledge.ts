import { account } from './account.js';
import { disputes } from './disputes.js';
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

/** Everything that can be answered without a language model. */
export const knowledge: readonly KnowledgeEntry[] = [
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
