import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { adminTexts } from '#texts/admin';
import { Badge } from '../../components/ui/badge';
import { Card, CardTitle } from '../../components/ui/card';
import { SkeletonRows } from '../../components/ui/skeleton';
import { formatCount } from '../../lib/format';
import { type AdminSystem, adminRequest, type Outage, paths, type Verification } from './api';
import { Empty, ListHeader, LoadProblem } from './lists/list-states';
import { dueState, useMinute, When } from './lists/values';
import { sectionPath } from './sections';
import { SpeechCard } from './speech-card';

const text = adminTexts.system;
/** As often as the services themselves are looked at. */
const REFETCH_MS = 30_000;
const SERVICES: readonly string[] = [
  'auth',
  'agreements',
  'payments',
  'transcription',
  'notifications',
  'gateway',
];

/** A backup holds up what is to be deleted, for as long as it takes: nothing is away. */
const BACKUP = 'backup';

const systemQuery = queryOptions({
  queryKey: [paths.system] as const,
  staleTime: 0,
  refetchInterval: REFETCH_MS,
  queryFn: ({ signal }) => adminRequest('get', paths.system, { signal }),
});

function nameOf(dependency: string): string {
  return SERVICES.includes(dependency)
    ? text.service(dependency)
    : (text.dependencies[dependency] ?? dependency);
}

function Sign({ isWell, children }: { isWell: boolean; children: ReactNode }) {
  const Icon = isWell ? CircleCheck : TriangleAlert;
  return (
    <Badge
      isLong
      className="self-start"
      tone={isWell ? 'ok' : 'danger'}
      icon={<Icon className="size-4 shrink-0" aria-hidden="true" />}
    >
      {children}
    </Badge>
  );
}

function OutageItem({ outage, now }: { outage: Outage; now: number }) {
  const { dependency, since, waiting, services } = outage;
  const missedBy = services.filter((name) => name !== dependency);
  const lasts = dueState(since, now);
  const isBackup = dependency === BACKUP;
  const tellServices = isBackup ? text.deletesNothing : text.missedBy;
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="font-medium">{nameOf(dependency)}</p>
      <p className="text-sm">
        {isBackup ? text.runsSince : text.since} <When at={since} />
        {lasts && ` (${text.duration(lasts.hours, lasts.minutes)})`}
      </p>
      <p className="text-sm text-muted">
        {waiting === 0 ? text.nothingWaits : text.waiting(waiting)}
        {missedBy.length > 0 && ` · ${tellServices(missedBy.join(', '))}`}
      </p>
    </li>
  );
}

function Needs({ system }: { system: AdminSystem }) {
  const now = useMinute();
  const { away: outages, openDeadLetters, incomplete } = system;
  return (
    <>
      {outages.length === 0 ? (
        <Sign isWell>{text.fine}</Sign>
      ) : (
        <ul aria-label={text.awayList} className="divide-y divide-line border-y border-line">
          {outages.map((one) => (
            <OutageItem key={one.dependency} outage={one} now={now} />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-x-3">
        {incomplete.length === 0
          ? text.deadLetters(openDeadLetters)
          : text.deadLettersAtLeast(openDeadLetters, incomplete.join(', '))}
        <Link
          href={sectionPath('jobs')}
          className="inline-flex min-h-11 items-center text-sm underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {text.openDeadLetters}
        </Link>
      </p>
    </>
  );
}

function Result({ result }: { result: Verification }) {
  const { verification: t } = text;
  const { checkedAt, tookMs, holding, violations, unchecked, lines } = result;
  const isWhole = violations === 0 && unchecked === 0;
  const figures = [
    [t.holding, formatCount(holding)],
    [t.violations, formatCount(violations)],
    ...(unchecked > 0 ? [[t.unchecked, formatCount(unchecked)] as const] : []),
  ] as const;
  return (
    <>
      <Sign isWell={isWhole}>{isWhole ? t.holds : violations > 0 ? t.broken : t.incomplete}</Sign>
      <p className="text-sm text-muted">
        {t.checkedAt} <When at={checkedAt} /> {t.took((tookMs / 1000).toFixed(1))}
      </p>
      <dl className="grid max-w-xl gap-1">
        {figures.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {lines.length > 0 && (
        <div className="flex flex-col gap-1">
          <h3 className="font-sans text-sm font-semibold">{t.first}</h3>
          <ul className="flex list-disc flex-col gap-1 pl-5 text-sm wrap-anywhere">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function LastVerification({ system }: { system: AdminSystem }) {
  const { verification: t } = text;
  const { verification, incomplete } = system;
  if (verification) return <Result result={verification} />;
  if (incomplete.includes('notifications')) return <p className="text-muted">{t.unknown}</p>;
  return <Empty title={t.none} text={t.noneText} />;
}

/** What the product needs, whether it answers, and what was found last of what must hold. */
export function SystemSection() {
  const system = useQuery(systemQuery);
  const client = useQueryClient();
  const refetch = () => {
    system.refetch().catch(() => undefined);
    client.invalidateQueries({ queryKey: [paths.health] }).catch(() => undefined);
  };
  return (
    <div className="flex flex-col gap-4">
      <Card aria-labelledby="needs" className="flex flex-col gap-4">
        <ListHeader
          id="needs"
          title={text.title}
          lead={text.lead}
          isRefreshing={system.isRefetching}
          onRefresh={refetch}
        />
        {system.isPending && <SkeletonRows rows={5} />}
        {system.isError && <LoadProblem title={text.failed} error={system.error} onRetry={refetch} />}
        {system.data && <Needs system={system.data} />}
      </Card>
      <SpeechCard />
      {system.data && (
        <Card aria-labelledby="verification" className="flex flex-col gap-4">
          <div>
            <CardTitle id="verification">{text.verification.title}</CardTitle>
            <p className="text-sm text-muted">{text.verification.lead}</p>
          </div>
          <LastVerification system={system.data} />
        </Card>
      )}
    </div>
  );
}
