import { useLocation } from 'wouter';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { escrowStateTexts } from '#texts/escrow-state';
import { Button } from '../../../components/ui/button';
import { buttonClass } from '../../../components/ui/button-class';
import { Dropdown } from '../../../components/ui/dropdown';
import type { AgreementView } from '../../../lib/api/api-types';
import { formatAgreementId, formatDateTime } from '../../../lib/format';
import { checkoutPath, recordPath } from '../../../lib/session/pending-checkout';
import { useNow } from '../../../lib/use-now';
import { ReleaseLink } from '../../escrow/escrow-link';
import { escrowOfferOf, escrowPath } from '../../escrow/escrow-offer';
import { availableActions, waitsUntil } from '../available-actions';
import type { Messages } from './use-messages';

const text = dashboardTexts.actions;

export type DialogKind = 'view' | 'share' | 'cancel' | 'correct';

interface RowActionsProps {
  agreement: AgreementView;
  messages: Messages;
  onOpen: (kind: DialogKind, agreementId: string) => void;
}

/** Resend or Remind; while it is too soon, it says from when on. */
function MessageButton({
  kind,
  agreement,
  messages,
}: Pick<RowActionsProps, 'agreement' | 'messages'> & { kind: 'resend' | 'remind' }) {
  const { agreementId, invitation } = agreement;
  const known = messages.nextAllowed(agreementId);
  const planned = kind === 'remind' ? invitation?.nextReminderAt : null;
  const now = useNow(waitsUntil(Date.now(), known, planned));
  const until = waitsUntil(now, known, planned);
  const noteId = `again-${agreementId}`;
  const name =
    kind === 'remind'
      ? text.remindNamed(agreement.partyBName)
      : text.resendNamed(formatAgreementId(agreementId));
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={name}
        aria-disabled={until !== null}
        aria-describedby={until ? noteId : undefined}
        title={kind === 'remind' ? text.remindHint(agreement.partyBName) : text.resendHint}
        busy={messages.sendingFor === agreementId}
        onClick={() => until === null && messages.send(kind, agreement)}
      >
        {text[kind]}
      </Button>
      {until && (
        <span id={noteId} className="order-last w-full text-sm whitespace-normal text-muted">
          {text.againAt(formatDateTime(until))}
        </span>
      )}
    </>
  );
}

/** What can be done with one contract. */
export function RowActions({ agreement, messages, onOpen }: RowActionsProps) {
  const { agreementId, partyBName } = agreement;
  const [, navigate] = useLocation();
  const id = formatAgreementId(agreementId);
  const actions = availableActions(agreement);
  const protection = escrowOfferOf(agreement);
  const more = [
    ...(agreement.status === 'pending' && agreement.contentDeletedAt === null
      ? [{ label: t.deal.recordAgain, onSelect: () => navigate(recordPath(agreement)) }]
      : []),
    ...(protection
      ? [
          {
            label: protection === 'protect' ? escrowStateTexts.protect : escrowStateTexts.follow,
            // A full load: only the documents of payment pages may talk to the payment provider.
            onSelect: () => window.location.assign(escrowPath(agreementId)),
          },
        ]
      : []),
    ...(actions.includes('correct')
      ? [{ label: text.correct, onSelect: () => onOpen('correct', agreementId) }]
      : []),
    ...(actions.includes('cancel')
      ? [{ label: text.cancel, onSelect: () => onOpen('cancel', agreementId) }]
      : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Button
        variant="secondary"
        size="sm"
        aria-label={t.dashboard.viewNamed(id)}
        onClick={() => onOpen('view', agreementId)}
      >
        {t.dashboard.view}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        aria-label={text.shareNamed(id)}
        onClick={() => onOpen('share', agreementId)}
      >
        {text.share}
      </Button>
      {actions.includes('resend') && (
        <MessageButton kind="resend" agreement={agreement} messages={messages} />
      )}
      {actions.includes('remind') && (
        <MessageButton kind="remind" agreement={agreement} messages={messages} />
      )}
      {protection === 'release' && <ReleaseLink agreementId={agreementId} />}
      {more.length > 0 && <Dropdown name={text.moreNamed(partyBName)} items={more} />}
      {actions.includes('pay') && (
        <a href={checkoutPath(agreementId, agreement.planType)} className={buttonClass('primary', 'sm')}>
          {t.dashboard.pay}
        </a>
      )}
    </div>
  );
}
