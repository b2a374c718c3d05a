import { OctagonAlert } from 'lucide-react';
import { consentTexts } from '#texts/consents';
import type { ConsentView } from '../../lib/api/api-types';
import { objectionOf } from './consent-words';

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
