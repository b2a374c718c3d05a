import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../components/ui/skeleton';
import { t } from '../../i18n/en';
import type { AgreementEvent } from '../../lib/api-types';
import { formatDateTime, shortHash } from '../../lib/format';
import { eventsQuery } from './api';

/** An event's type in words: "recording_saved" or "agreements.recording.saved.v1" as "Recording saved". */
export function eventWords(type: string): string {
  const words = type
    .replace(/\.v\d+$/, '')
    .replace(/[._-]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function detailText(detail: unknown): string | null {
  return typeof detail === 'string' && detail !== '' ? detail : null;
}

function LogRow({ event }: { event: AgreementEvent }) {
  const detail = detailText(event.detail);
  return (
    <li className="grid gap-x-4 py-2 sm:grid-cols-[13rem_1fr]">
      <time dateTime={event.at} className="text-sm text-muted tabular-nums">
        {formatDateTime(event.at)}
      </time>
      <div>
        <p>
          {eventWords(event.type)} <span className="text-muted">· {event.actor}</span>
        </p>
        {detail && <p className="text-sm text-muted">{detail}</p>}
        <p className="font-mono text-xs text-muted">{shortHash(event.hash)}</p>
      </div>
    </li>
  );
}

/** What happened, when and by whom; each line carries the fingerprint of the line before. */
export function EventLog({ agreementId }: { agreementId: string }) {
  const events = useQuery(eventsQuery(agreementId));
  if (events.isPending) return <Skeleton className="h-24" />;
  if (events.isError) return <p className="text-muted">{t.viewer.loadFailed}</p>;
  if (events.data.length === 0) return <p className="text-muted">{t.viewer.logEmpty}</p>;
  return (
    <ol className="divide-y divide-line">
      {events.data.map((event) => (
        <LogRow key={event.seq} event={event} />
      ))}
    </ol>
  );
}
