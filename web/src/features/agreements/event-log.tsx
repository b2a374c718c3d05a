import { useQuery } from '@tanstack/react-query';
import { t } from '#texts/common';
import { Skeleton } from '../../components/ui/skeleton';
import type { AgreementEvent } from '../../lib/api/api-types';
import { formatDateTime } from '../../lib/format';
import type { SpeakerNames } from '../transcript/speakers';
import { eventsQuery } from './api';
import { actorWords, detailLines, eventWords } from './log-words';
import { Fingerprint } from './print';

function Details({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <p key={line} className="text-sm break-words whitespace-pre-line text-muted">
      {line}
    </p>
  ));
}

function LogRow({ event, names }: { event: AgreementEvent; names: SpeakerNames }) {
  const origin = [event.address, event.device].filter(Boolean).join(' · ');
  return (
    <li className="grid gap-x-4 py-2 sm:grid-cols-[13rem_1fr]">
      <time dateTime={event.at} className="text-sm text-muted tabular-nums">
        {formatDateTime(event.at)}
      </time>
      <div className="min-w-0">
        <p>
          {eventWords(event.type, event.detail, event.actor)}{' '}
          <span className="text-muted">· {actorWords(event.actor, names, event.type)}</span>
        </p>
        <div className="print:hidden">
          <Details lines={detailLines(event)} />
        </div>
        <div className="hidden print:block">
          <Details lines={detailLines(event, (hash) => hash)} />
        </div>
        {origin && <p className="text-sm break-words text-muted">{origin}</p>}
        <p className="text-muted">
          <Fingerprint hash={event.hash} />
        </p>
      </div>
    </li>
  );
}

interface EventLogProps {
  agreementId: string;
  names: SpeakerNames;
}

/** What happened, when and by whom; each line carries the fingerprint of the line before. */
export function EventLog({ agreementId, names }: EventLogProps) {
  const events = useQuery(eventsQuery(agreementId));
  if (events.isPending) return <Skeleton className="h-24" />;
  if (events.isError) return <p className="text-muted">{t.viewer.loadFailed}</p>;
  if (events.data.length === 0) return <p className="text-muted">{t.viewer.logEmpty}</p>;
  return (
    <ol className="divide-y divide-line">
      {events.data.map((event) => (
        <LogRow key={event.seq} event={event} names={names} />
      ))}
    </ol>
  );
}
