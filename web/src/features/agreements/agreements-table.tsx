import { MailWarning } from 'lucide-react';
import { memo } from 'react';
import { useLocation } from 'wouter';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { escrowStateTexts } from '#texts/escrow-state';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Dropdown } from '../../components/ui/dropdown';
import { Cell, HeadCell, Table } from '../../components/ui/table';
import type { AgreementView } from '../../lib/api/api-types';
import { useMediaQuery, useNow } from '../../lib/browser/hooks';
import { formatAgreementId, formatDate, formatDateTime, planLabel } from '../../lib/format';
import { checkoutPath, recordPath } from '../../lib/session/pending-checkout';
import { ObjectionMark } from '../consent/objection-mark';
import { EscrowBadge } from '../escrow/escrow-badge';
import { ReleaseLink } from '../escrow/escrow-link';
import { escrowOfferOf, escrowPath } from '../escrow/escrow-offer';
import { CreditLine } from '../payments/credits';
import { cancelWords } from './agreement-words';
import { DealLine } from './deal-line';
import { availableActions, waitsUntil } from './status';
import { StatusBadge } from './status-badge';
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
function RowActions({ agreement, messages, onOpen }: RowActionsProps) {
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

interface AgreementsTableProps {
  agreements: readonly AgreementView[];
  messages: Messages;
  onOpen: (kind: DialogKind, agreementId: string) => void;
}

interface RowProps extends Omit<AgreementsTableProps, 'agreements'> {
  agreement: AgreementView;
}

/** To whom the invitation went, whether it was opened and until when it works; null where none is open. */
function awaitingWords({ status, invitation, partyBEmail }: AgreementView): string | null {
  if (status !== 'awaiting_party' || !invitation) return null;
  const words = invitation.openedAt ? dashboardTexts.awaiting.opened : dashboardTexts.awaiting.sent;
  return words(partyBEmail, formatDate(invitation.expiresAt));
}

/** Status, and under it why it ended or that a mail came back. */
function State({ agreement }: { agreement: AgreementView }) {
  const why = cancelWords(agreement);
  const sent = awaitingWords(agreement);
  return (
    <div className="flex flex-col items-start gap-1">
      <StatusBadge agreement={agreement} />
      <ObjectionMark consents={agreement.consents} />
      {agreement.escrowStatus && <EscrowBadge state={agreement.escrowStatus} isQuiet />}
      {why && <span className="text-sm text-muted">{why}</span>}
      {sent && <span className="text-sm wrap-anywhere text-muted">{sent}</span>}
      {agreement.status === 'cancelled' && <CreditLine agreement={agreement} />}
      {agreement.mailProblem && agreement.status !== 'cancelled' && (
        <span className="flex items-center gap-1.5 text-sm text-warn">
          <MailWarning className="size-4 shrink-0" aria-hidden="true" />
          {dashboardTexts.mailProblem.title}
        </span>
      )}
    </div>
  );
}

function RowCard({ agreement, ...rest }: RowProps) {
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 [contain-intrinsic-size:auto_9rem] [content-visibility:auto] [overflow-clip-margin:0.5rem] last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <DealLine deal={{ ...agreement, createdAt: null }} />
        <State agreement={agreement} />
      </div>
      <p className="text-sm text-muted">
        {formatDate(agreement.createdAt)} · {planLabel(agreement.planType)}
        <br />
        <span className="tabular-nums">{formatAgreementId(agreement.agreementId)}</span>
      </p>
      <RowActions agreement={agreement} {...rest} />
    </li>
  );
}

function Row({ agreement, ...rest }: RowProps) {
  return (
    <tr>
      <Cell className="whitespace-nowrap tabular-nums">{formatDate(agreement.createdAt)}</Cell>
      <Cell>
        {planLabel(agreement.planType)}
        <br />
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {formatAgreementId(agreement.agreementId)}
        </span>
      </Cell>
      <Cell>
        <DealLine deal={{ ...agreement, createdAt: null }} />
      </Cell>
      <Cell>
        <State agreement={agreement} />
      </Cell>
      <Cell className="py-2! pr-0!">
        <RowActions agreement={agreement} {...rest} />
      </Cell>
    </tr>
  );
}

/** The contracts as a table; on phones as a list with the same content. */
export const AgreementsTable = memo(function AgreementsTable({ agreements, ...rest }: AgreementsTableProps) {
  const isNarrow = useMediaQuery('(max-width: 71.99rem)');
  if (isNarrow) {
    return (
      <ul>
        {agreements.map((agreement) => (
          <RowCard key={agreement.agreementId} agreement={agreement} {...rest} />
        ))}
      </ul>
    );
  }
  const { columns } = t.dashboard;
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{columns.date}</HeadCell>
          <HeadCell>{columns.type}</HeadCell>
          <HeadCell>{columns.parties}</HeadCell>
          <HeadCell>{columns.status}</HeadCell>
          <HeadCell>{columns.actions}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {agreements.map((agreement) => (
          <Row key={agreement.agreementId} agreement={agreement} {...rest} />
        ))}
      </tbody>
    </Table>
  );
});
