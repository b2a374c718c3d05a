import { escrowStateTexts as text } from '#texts/escrow-state';
import { buttonClass } from '../../components/ui/button-class';
import { formatAgreementId } from '../../lib/format';
import { protectionPath } from './protection';

/** Leads to the question whether to release, and says before that when the money moves. */
export function ReleaseLink({ agreementId }: { agreementId: string }) {
  const hintId = `release-${agreementId}`;
  return (
    <>
      <a
        href={protectionPath(agreementId, true)}
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
