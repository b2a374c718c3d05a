import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { adminHistoryTexts as texts } from '#texts/admin-history';
import { consentTexts } from '#texts/consents';
import { Badge } from '../../components/ui/badge';
import { Dialog } from '../../components/ui/dialog';
import { Notice } from '../../components/ui/notice';
import { SkeletonRows } from '../../components/ui/skeleton';
import type { AgreementEvent } from '../../lib/api/api-types';
import { formatAgreementId, formatCount, formatDateTime, formatDuration, shortHash } from '../../lib/format';
import { eventWords } from '../agreements/log-words';
import { ConsentList } from '../consent/consent-list';
import { objectionOf } from '../consent/objection-mark';
import { type AdminAgreement, adminEventsQuery, mailsQuery, type SentMail } from './api';
import { LoadProblem } from './lists/list-states';
import { LongText, When, wordsFor } from './lists/values';

function Entry({ at, children }: { at: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 py-3 sm:grid-cols-[13rem_1fr]">
      <div className="text-muted">{at}</div>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </li>
  );
}

function EventEntry({ event }: { event: AgreementEvent }) {
  const origin = [event.address && texts.from(event.address), event.device].filter(Boolean).join(' · ');
  return (
    <Entry at={<When at={event.at} />}>
      <p>
        <span className="font-medium">{eventWords(event.type)}</span>{' '}
        <span className="text-muted">· {event.actor}</span>
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
          <LongText text={mail.lastError} />
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
          draw={(event) => <EventEntry key={event.seq} event={event} />}
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

function shown(value: unknown, name: string): string {
  if (typeof value === 'boolean') return value ? texts.detail.yes : texts.detail.no;
  if (typeof value === 'number')
    return name.endsWith('Ms') ? formatDuration(value / 1000) : formatCount(value);
  if (typeof value === 'string') {
    if (MOMENT.test(value)) return formatDateTime(value);
    return HASH.test(value) ? shortHash(value) : value;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What an entry of the log says besides its type, as pairs of name and text; empty values are left out. */
export function detailPairs(detail: unknown): [string, string][] {
  if (typeof detail === 'string') return detail ? [['', detail]] : [];
  if (typeof detail !== 'object' || detail === null) return [];
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [texts.detail.names[name] ?? words(name), shown(value, name)]);
}
