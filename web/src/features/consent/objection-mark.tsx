import { OctagonAlert } from 'lucide-react';
import { consentTexts } from '#texts/consents';
import type { ConsentView } from '../../lib/api/api-types';

/** Below the state of a contract: party B says that it was not them. */
export function ObjectionMark({ consents }: { consents: readonly ConsentView[] }) {
  if (!objectionOf(consents)) return null;
  return (
    <span className="flex items-center gap-1.5 text-sm font-medium text-danger">
      <OctagonAlert className="size-4 shrink-0" aria-hidden="true" />
      {consentTexts.objectionShort}
    </span>
  );
}

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

/** What leaves open who agreed in a room: nobody has confirmed it, or somebody did in a browser of party A's. */
const OPEN_GRADES: ReadonlySet<ConsentView['grade']> = new Set(['voice_only', 'same_device']);

/** Whether party B can still make surer who agreed, by a code on party A's screen. */
export function isToBeConfirmed({ grade }: ConsentView): boolean {
  return OPEN_GRADES.has(grade);
}
