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
  /** It is shown as a card, as on phones. */
  isCard?: boolean;
  onOpen: (kind: DialogKind, agreementId: string) => void;
}

/** Until when it is too soon for another message about a contract, as the server or this page knows; else null. */
function useTooSoon({ agreement, messages }: Pick<RowActionsProps, 'agreement' | 'messages'>): string | null {
  const { agreementId, invitation, nextResendAt } = agreement;
  const times = [messages.nextAllowed(agreementId), invitation?.nextReminderAt, nextResendAt];
  const now = useNow(waitsUntil(Date.now(), ...times));
  return waitsUntil(now, ...times);
}

type RemindButtonProps = Pick<RowActionsProps, 'agreement' | 'messages' | 'isCard'> & {
  tooSoonUntil: string | null;
};

/** While it is too soon, it says from when on. */
function RemindButton({ agreement, messages, isCard, tooSoonUntil }: RemindButtonProps) {
  const { agreementId, partyBName } = agreement;
  const hint = text.remindHint(partyBName);
  // Where nothing can be pointed at, what it does is written below it.
  const note = tooSoonUntil ? text.againAt(formatDateTime(tooSoonUntil)) : isCard && hint;
  const noteId = `again-${agreementId}`;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={text.remindNamed(partyBName)}
        aria-disabled={tooSoonUntil !== null}
        aria-describedby={note ? noteId : undefined}
        title={isCard ? undefined : hint}
        busy={messages.sendingFor === agreementId}
        onClick={() => tooSoonUntil === null && messages.send('remind', agreement)}
      >
        {text.remind}
      </Button>
      {note && (
        <span id={noteId} className="order-last w-full text-sm whitespace-normal text-muted">
          {note}
        </span>
      )}
    </>
  );
}

/** What can be done with one contract. */
function RowActions({ agreement, messages, isCard = false, onOpen }: RowActionsProps) {
  const { agreementId, partyBName } = agreement;
  const tooSoonUntil = useTooSoon({ agreement, messages });
  const [, navigate] = useLocation();
  const id = formatAgreementId(agreementId);
  const actions = availableActions(agreement);
  const protection = escrowOfferOf(agreement);
  const share = () => onOpen('share', agreementId);
  // The way to pay leaves one line for itself and the contract: the rest is in the menu.
  const isPayable = actions.includes('pay');
  const more = [
    ...(isPayable ? [{ label: text.share, onSelect: share }] : []),
    ...(actions.includes('resend')
      ? [
          {
            label: text.resend,
            hint: tooSoonUntil ? text.againAt(formatDateTime(tooSoonUntil)) : text.resendHint,
            isWaiting: tooSoonUntil !== null,
            onSelect: () => messages.send('resend', agreement),
          },
        ]
      : []),
    ...(agreement.status === 'pending' && agreement.contentDeletedAt === null
      ? [{ label: t.recordAgain, onSelect: () => navigate(recordPath(agreement)) }]
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
    // That of an invitation stands beside what the invitation came to.
    ...(actions.includes('correct') && !agreement.isRemoteContract
      ? [{ label: text.correctNamed(partyBName), onSelect: () => onOpen('correct', agreementId) }]
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
      {!isPayable && (
        <Button variant="secondary" size="sm" aria-label={text.shareNamed(id)} onClick={share}>
          {text.share}
        </Button>
      )}
      {actions.includes('remind') && (
        <RemindButton agreement={agreement} messages={messages} isCard={isCard} tooSoonUntil={tooSoonUntil} />
      )}
      {protection === 'release' && <ReleaseLink agreementId={agreementId} />}
      {/* Before the way to pay, which fills a line of the table. */}
      {more.length > 0 && <Dropdown name={text.moreNamed(partyBName)} items={more} />}
      {isPayable && (
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
function State({ agreement, onOpen }: Pick<RowActionsProps, 'agreement' | 'onOpen'>) {
  const why = cancelWords(agreement);
  const sent = awaitingWords(agreement);
  return (
    <div className="flex flex-col items-start gap-1">
      <StatusBadge agreement={agreement} />
      <ObjectionMark consents={agreement.consents} />
      {agreement.escrowStatus && <EscrowBadge state={agreement.escrowStatus} isQuiet />}
      {why && <span className="text-sm text-muted">{why}</span>}
      {sent && <span className="text-sm wrap-anywhere text-muted">{sent}</span>}
      {agreement.isRemoteContract && availableActions(agreement).includes('correct') && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={text.correctNamed(agreement.partyBName)}
          className="-ml-2.5 underline underline-offset-4"
          onClick={() => onOpen('correct', agreement.agreementId)}
        >
          {text.correct}
        </Button>
      )}
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

/** Drawn anew only when its contract is another one, so that a longer list costs its new rows. */
const RowCard = memo(function RowCard({ agreement, ...rest }: RowProps) {
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 [contain-intrinsic-size:auto_9rem] [content-visibility:auto] [overflow-clip-margin:0.5rem] last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <DealLine deal={{ ...agreement, recordedAt: null }} />
        <State agreement={agreement} onOpen={rest.onOpen} />
      </div>
      <p className="text-sm text-muted">
        {formatDate(agreement.createdAt)} · {planLabel(agreement.planType)}
        <br />
        <span className="tabular-nums">{formatAgreementId(agreement.agreementId)}</span>
      </p>
      <RowActions agreement={agreement} isCard {...rest} />
    </li>
  );
});

const Row = memo(function Row({ agreement, ...rest }: RowProps) {
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
        <DealLine deal={{ ...agreement, recordedAt: null }} />
      </Cell>
      <Cell>
        <State agreement={agreement} onOpen={rest.onOpen} />
      </Cell>
      <Cell className="py-2! pr-0!">
        <RowActions agreement={agreement} {...rest} />
      </Cell>
    </tr>
  );
});

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
