import { escrowStateTexts as text } from '#texts/escrow-state';
import { buttonClass } from '../../components/ui/button-class';
import type { AgreementView } from '../../lib/api/api-types';
import { formatAgreementId } from '../../lib/format';
import { EscrowBadge } from './escrow-badge';
import { escrowOfferOf, escrowPath } from './escrow-offer';

/** Leads to the question whether to release, and says before that when the money moves. */
export function ReleaseLink({ agreementId }: { agreementId: string }) {
  const hintId = `release-${agreementId}`;
  return (
    <>
      <a
        href={escrowPath(agreementId, true)}
        aria-label={text.releaseNamed(formatAgreementId(agreementId))}
        aria-describedby={hintId}
        className={buttonClass('primary')}
      >
        {text.release}
      </a>
      <span id={hintId} className="order-last w-full text-sm whitespace-normal text-muted">
        {text.releaseHint}
      </span>
    </>
  );
}

/** State of the escrow in a contract's viewer, and the way to it. */
export function EscrowFact({ agreement }: { agreement: AgreementView }) {
  const { agreementId, escrowStatus } = agreement;
  const offer = escrowOfferOf(agreement);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {escrowStatus ? <EscrowBadge state={escrowStatus} /> : <span>{text.none}</span>}
      <span data-print="no" className="flex flex-wrap items-center gap-x-3">
        {offer && (
          <a
            href={escrowPath(agreementId)}
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
