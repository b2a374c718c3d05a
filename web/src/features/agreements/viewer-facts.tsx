import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { dealTexts } from '#texts/deal';
import { escrowStateTexts } from '#texts/escrow-state';
import { recordTexts } from '#texts/record';
import { Fact, Facts as FactList } from '../../components/ui/facts';
import type { AgreementView } from '../../lib/api/api-types';
import { formatAgreementId, formatAmount, formatDateTime } from '../../lib/format';
import { EscrowFact } from '../escrow/escrow-link';
import { escrowOfferOf } from '../escrow/escrow-offer';
import { CreditLine } from '../payments/credits';
import { cancelWords } from './agreement-words';
import { aboutWords } from './deal-line';
import { hasAccessEnded } from './status';
import { StatusBadge } from './status-badge';

const text = dashboardTexts.viewer;

/** An address that, when it is too long for its line, breaks before the @ first. */
function Email({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf('@'), 0);
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </p>
  );
}

function Party({ side, name, email }: { side: string; name: string; email: string }) {
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">{side}</p>
      <p className="font-serif text-xl font-medium sm:text-2xl">{name}</p>
      <Email address={email} />
    </div>
  );
}

/** Who agrees. */
export function Parties({ agreement }: { agreement: AgreementView }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,40%)),1fr))] gap-4 sm:gap-x-8">
      <Party side={recordTexts.details.partyA} name={agreement.partyAName} email={agreement.partyAEmail} />
      <Party side={recordTexts.details.partyB} name={agreement.partyBName} email={agreement.partyBEmail} />
    </div>
  );
}

function InvitationFact({ agreement }: { agreement: AgreementView }) {
  const { invitation, status } = agreement;
  if (!invitation || status !== 'awaiting_party') return null;
  return (
    <Fact name={text.invitation}>
      {invitation.openedAt
        ? text.invitationOpened(formatDateTime(invitation.openedAt))
        : text.invitationSent(formatDateTime(invitation.issuedAt), formatDateTime(invitation.expiresAt))}
    </Fact>
  );
}

function CancelledFact({ agreement }: { agreement: AgreementView }) {
  if (agreement.status !== 'cancelled') return null;
  const why = cancelWords(agreement);
  return (
    <Fact name={text.cancelledAt}>
      {agreement.cancelledAt && <span>{formatDateTime(agreement.cancelledAt)}</span>}
      {why && <span className="block">{why}</span>}
      {agreement.cancelNote && (
        <span className="block text-muted">{dashboardTexts.cancelled.note(agreement.cancelNote)}</span>
      )}
      <CreditLine agreement={agreement} />
    </Fact>
  );
}

/** States of an escrow that is not settled: nothing is deleted meanwhile. */
const UNSETTLED = ['held', 'release_due', 'releasing', 'refunding', 'disputed', 'resolving'];

/** Whether access would be over if the money did not keep it open. */
function isKeptForPayment({ expiresAt, contentDeletedAt, escrowStatus }: AgreementView): boolean {
  if (expiresAt === null || contentDeletedAt !== null || escrowStatus === null) return false;
  return Date.parse(expiresAt) <= Date.now() && UNSETTLED.includes(escrowStatus);
}

/** The contract's dates, money and state. */
export function Facts({ agreement }: { agreement: AgreementView }) {
  const { expiresAt, contentDeletedAt } = agreement;
  const hasEnded = hasAccessEnded(agreement);
  // One that was cancelled before it was paid has no access that could end, nor has what is deleted already.
  const hasAccess =
    contentDeletedAt === null && (agreement.status !== 'cancelled' || agreement.paidAt !== null);
  const about = aboutWords(agreement);
  return (
    <FactList className="border-y border-line py-4">
      {about && (
        <Fact name={dealTexts.about}>
          <span className="wrap-anywhere">{about}</span>
        </Fact>
      )}
      <Fact name={t.viewer.created}>{formatDateTime(agreement.createdAt)}</Fact>
      <Fact name={t.viewer.status}>
        <StatusBadge agreement={agreement} />
      </Fact>
      <Fact name={t.viewer.agreementId}>
        <span className="tabular-nums">{formatAgreementId(agreement.agreementId)}</span>
      </Fact>
      {agreement.amount && (
        <Fact name={t.viewer.amount}>
          <span className="tabular-nums">{formatAmount(agreement.amount, agreement.currency)}</span>
        </Fact>
      )}
      <Fact name={t.viewer.payment}>
        {agreement.paidAt ? t.viewer.paidOn(formatDateTime(agreement.paidAt)) : t.viewer.unpaid}
      </Fact>
      {escrowOfferOf(agreement) && (
        <Fact name={escrowStateTexts.name}>
          <EscrowFact agreement={agreement} />
        </Fact>
      )}
      {agreement.consentedAt && <Fact name={text.consentedAt}>{formatDateTime(agreement.consentedAt)}</Fact>}
      <InvitationFact agreement={agreement} />
      {expiresAt && (hasAccess || hasEnded) && (
        <Fact name={hasEnded ? text.accessEnded : t.viewer.accessUntil}>
          {formatDateTime(expiresAt)}
          {isKeptForPayment(agreement) && <span className="block">{text.keptForPayment}</span>}
        </Fact>
      )}
      <CancelledFact agreement={agreement} />
    </FactList>
  );
}
