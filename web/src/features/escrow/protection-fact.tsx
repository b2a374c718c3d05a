import { escrowStateTexts as text } from '#texts/escrow-state';
import type { AgreementView } from '../../lib/api/api-types';
import { HeldBadge } from './held-badge';
import { protectionOf, protectionPath } from './protection';
import { ReleaseLink } from './release-link';

/** State of the held payment in a contract's viewer, and the way to it. */
export function ProtectionFact({ agreement }: { agreement: AgreementView }) {
  const { agreementId, escrowStatus } = agreement;
  const offer = protectionOf(agreement);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {escrowStatus ? <HeldBadge state={escrowStatus} /> : <span>{text.none}</span>}
      <span data-print="no" className="flex flex-wrap items-center gap-x-3">
        {offer && (
          <a
            href={protectionPath(agreementId)}
            className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
          >
            {offer === 'protect' ? text.protect : text.see}
          </a>
        )}
        {offer === 'release' && <ReleaseLink agreementId={agreementId} />}
      </span>
    </div>
  );
}
