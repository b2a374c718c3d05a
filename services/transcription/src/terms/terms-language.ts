import type { RecordingSide } from '../transcripts/transcript-content.js';

/** Those whose deals are understood by rules. */
export type TermsLanguage = 'en' | 'es';

/** What is spoken in each recording, as far as anybody says. */
export type Spoken = Record<RecordingSide, string | null>;

/** What nobody named is taken for English. Of other languages nothing is found by rules. */
export function termsLanguage(spoken: string | null): TermsLanguage | null {
  if (spoken === null || /^en(?:glish)?(?:-|$)/i.test(spoken)) return 'en';
  return /^(?:es|spanish|español|castellano)(?:-|$)/i.test(spoken) ? 'es' : null;
}
