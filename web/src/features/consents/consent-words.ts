import { consentTexts } from '#texts/consents';
import type { ConsentView } from '../../lib/api/api-types';

/** How sure it is who agreed, in words. */
export function gradeWords(grade: ConsentView['grade'], maskedEmail: string | null): string {
  return consentTexts.grades[grade](maskedEmail ?? '');
}

/** What party B says against it; null while nobody has objected. */
export function objectionOf(consents: readonly ConsentView[]): ConsentView['objection'] {
  return consents.find(({ objection }) => objection !== null)?.objection ?? null;
}

/** Party B's consent to the terms, as far as there is one. */
export function consentOfB(consents: readonly ConsentView[]): ConsentView | undefined {
  return consents.find(({ party, kind }) => party === 'b' && kind === 'agreement');
}
