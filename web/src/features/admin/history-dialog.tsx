import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { adminTexts } from '#texts/admin';
import { adminHistoryTexts as texts } from '#texts/admin-history';
import { t } from '#texts/common';
import { consentTexts } from '#texts/consents';
import { escrowStateTexts } from '#texts/escrow-state';
import { logTexts } from '#texts/log';
import { Badge } from '../../components/ui/badge';
import { Dialog } from '../../components/ui/dialog';
import { Notice } from '../../components/ui/notice';
import { SkeletonRows } from '../../components/ui/skeleton';
import type { AgreementEvent } from '../../lib/api/api-types';
import {
  formatAgreementId,
  formatCents,
  formatCount,
  formatDateTime,
  formatDuration,
  shortHash,
} from '../../lib/format';
import { actorWords, eventWords } from '../agreements/log-words';
import { ConsentList } from '../consent/consent-list';
import { objectionOf } from '../consent/objection-mark';
import type { SpeakerNames } from '../transcript/speakers';
import { type AdminAgreement, adminEventsQuery, mailsQuery, type SentMail } from './api';
import { LoadProblem } from './lists/list-states';
import { Person, When, wordsFor } from './lists/values';
import { ErrorText } from './work-words';

function Entry({ at, children }: { at: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 py-3 sm:grid-cols-[13rem_1fr]">
      <div className="text-muted">{at}</div>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </li>
  );
}

/** Who acted: a party by name, administrators and buyers also by that of their account. */
function Actor({ event, names }: EventEntryProps) {
  const words = actorWords(event.actor, names, event.type);
  const [, role, id] = /^(admin|user):(\d+)$/.exec(event.actor) ?? [];
  // The account that acts for party A is the owner's, which the list names.
  if (!id || (role === 'user' && event.type !== 'held-payment')) return words;
  return <Person id={Number(id)} label={`${words}:`} />;
}

interface EventEntryProps {
  event: AgreementEvent;
  names: SpeakerNames;
}

function EventEntry({ event, names }: EventEntryProps) {
  const origin = [event.address && texts.from(event.address), event.device].filter(Boolean).join(' · ');
  return (
    <Entry at={<When at={event.at} />}>
      <p>
        <span className="font-medium">{eventWords(event.type)}</span>{' '}
        <span className="text-muted">
          · <Actor event={event} names={names} />
        </span>
      </p>
      {detailPairs(event.detail).map(([name, text]) => (
        <p key={name} className="text-sm">
          {name && <span className="text-muted">{name}: </span>}
          {text}
        </p>
      ))}
      {origin && <p className="text-sm text-muted">{origin}</p>}
      <p className="font-mono text-xs text-muted">{shortHash(event.hash)}</p>
    </Entry>
  );
}

function MailEntry({ mail }: { mail: SentMail }) {
  return (
    <Entry at={mail.sentAt ? <When at={mail.sentAt} /> : <span className="text-sm">{texts.notSent}</span>}>
      <p>
        <span className="font-medium">{wordsFor(texts.templates, mail.template)}</span>{' '}
        <span className="text-muted">{texts.mailTo(wordsFor(texts.recipients, mail.recipient))}</span>
      </p>
      <Badge>{wordsFor(texts.mailStatuses, mail.status)}</Badge>
      {mail.lastError && (
        <div className="mt-1 text-sm text-danger">
          <ErrorText text={mail.lastError} />
        </div>
      )}
    </Entry>
  );
}

interface PartProps<T> {
  title: string;
  query: {
    data?: T[];
    isPending: boolean;
    isError: boolean;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  empty: string;
  failed: string;
  draw: (item: T) => ReactNode;
}

function Part<T>({ title, query, empty, failed, draw }: PartProps<T>) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-lg">{title}</h3>
      {query.isPending && <SkeletonRows rows={5} />}
      {query.isError && (
        <LoadProblem
          title={failed}
          error={query.error}
          onRetry={() => query.refetch().catch(() => undefined)}
        />
      )}
      {query.data?.length === 0 && <p className="text-muted">{empty}</p>}
      {query.data && query.data.length > 0 && (
        <ol className="divide-y divide-line">{query.data.map(draw)}</ol>
      )}
    </section>
  );
}

interface HistoryDialogProps {
  agreement: AdminAgreement;
  onClose: () => void;
}

/** One contract's log with where each action came from, and the emails about it. */
export function HistoryDialog({ agreement, onClose }: HistoryDialogProps) {
  const { agreementId, consents, partyAName: a, partyBName: b } = agreement;
  const objection = objectionOf(consents);
  const events = useQuery(adminEventsQuery(agreementId));
  const mails = useQuery(mailsQuery(agreementId));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title(formatAgreementId(agreementId))}
      description={texts.description}
    >
      <div className="flex flex-col gap-6">
        {agreement.title && <p className="font-medium wrap-anywhere">{agreement.title}</p>}
        {objection && (
          <Notice tone="danger" title={consentTexts.objectionTitle(b)}>
            <p>{consentTexts.objected(formatDateTime(objection.at))}</p>
            {objection.reason && (
              <p className="wrap-anywhere whitespace-pre-line">{consentTexts.reason(objection.reason)}</p>
            )}
          </Notice>
        )}
        <ConsentList consents={consents} names={{ a, b }} />
        <Part
          title={texts.log}
          query={events}
          empty={texts.logEmpty}
          failed={texts.logFailed}
          draw={(event) => <EventEntry key={event.seq} event={event} names={{ a, b }} />}
        />
        <Part
          title={texts.mails}
          query={mails}
          empty={texts.mailsEmpty}
          failed={texts.mailsFailed}
          draw={(mail) => <MailEntry key={mail.key} mail={mail} />}
        />
      </div>
    </Dialog>
  );
}

/** A camelCase or dashed name as words: "retentionDays" is "Retention days". */
function words(name: string): string {
  const spaced = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const HASH = /^[0-9a-f]{64}$/;

const { names, values } = texts.detail;

/** Words for the values of an entry that come from lists of ours, by the name of the value. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
  ...values,
  state: escrowStateTexts.states,
  escrowStatus: escrowStateTexts.states,
  change: Object.fromEntries(
    Object.entries(logTexts.steps).map(([step, text]) => [step.replace(/^held-payment-/, ''), text]),
  ),
  reason: logTexts.reasons,
  ...{ reasonA: values.spokenReason, reasonB: values.spokenReason },
  ...{ stateA: values.spokenState, stateB: values.spokenState },
  ...{ recordingA: values.recording, recordingB: values.recording },
  purpose: adminTexts.payments.purposes,
  template: texts.templates,
  recipient: texts.recipients,
  outcome: texts.mailStatuses,
  from: {
    ...{ pending: t.status.pending, awaiting_party: t.status.awaiting_party },
    ...{ processing: t.status.processing, completed: t.status.completed, cancelled: t.status.cancelled },
  },
  engine: adminTexts.system.speech.engines,
};

function ownText(table: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined;
}

function shown(value: unknown, name: string, currency: unknown): string {
  if (typeof value === 'boolean') return value ? texts.detail.yes : texts.detail.no;
  if (typeof value === 'number') {
    if (name.endsWith('Cents'))
      return formatCents(value, typeof currency === 'string' ? currency : undefined);
    return name.endsWith('Ms') ? formatDuration(value / 1000) : formatCount(value);
  }
  if (typeof value === 'string') {
    if (MOMENT.test(value)) return formatDateTime(value);
    return HASH.test(value) ? shortHash(value) : (ownText(VALUES[name], value) ?? value);
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `from` is the state before, or the moment until which something was kept before. */
const labelOf = (name: string, value: unknown): string => {
  const label = name === 'from' && MOMENT.test(String(value)) ? 'fromMoment' : name;
  return ownText(names, label) ?? words(name.replace(/Cents$/, ''));
};

/** What an entry of the log says besides its type, as pairs of name and text; empty values are left out. */
export function detailPairs(detail: unknown): [string, string][] {
  if (typeof detail === 'string') return detail ? [['', detail]] : [];
  if (typeof detail !== 'object' || detail === null) return [];
  const { currency, ...rest } = detail as Record<string, unknown>;
  // An amount says its currency.
  const told = Object.keys(rest).some((name) => name.endsWith('Cents')) ? rest : { ...rest, currency };
  return Object.entries(told)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [labelOf(name, value), shown(value, name, currency)]);
}
