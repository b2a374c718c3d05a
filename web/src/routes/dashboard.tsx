import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Page, PageHeading } from '../components/layout/page';
import { Button, ButtonLink } from '../components/ui/button';
import { Card, CardTitle } from '../components/ui/card';
import { Notice } from '../components/ui/notice';
import { Spinner } from '../components/ui/spinner';
import { agreementsQuery, statsQuery } from '../features/agreements/api';
import { ContractsSkeleton, ContractsTable } from '../features/agreements/contracts-table';
import { FilterButtons } from '../features/agreements/filter-buttons';
import { FilterCards } from '../features/agreements/filter-cards';
import { type DashboardFilter, filterCounts, filterOf } from '../features/agreements/status';
import { useLiveAgreements } from '../features/live/use-live-agreements';
import { t } from '../i18n/en';
import type { User } from '../lib/api-types';
import { useSession } from '../lib/session';

const ViewerDialog = lazy(() =>
  import('../features/agreements/viewer-dialog').then((m) => ({ default: m.ViewerDialog })),
);

function Empty() {
  return (
    <div className="flex flex-col items-start gap-4 py-6 sm:items-center sm:py-10 sm:text-center">
      <h3 className="text-xl">{t.dashboard.empty}</h3>
      <p className="max-w-sm text-muted">{t.dashboard.emptyText}</p>
      <ButtonLink href="/record-voice-deal">{t.dashboard.createFirst}</ButtonLink>
    </div>
  );
}

function Contracts({ user, token }: { user: User; token: string }) {
  const [filter, setFilter] = useState<DashboardFilter>('all');
  const [viewed, setViewed] = useState<string | null>(null);
  const stats = useQuery(statsQuery(user.id));
  const list = useInfiniteQuery(agreementsQuery(user.id));
  useLiveAgreements(user.id, token);

  const all = list.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = filter === 'all' ? all : all.filter((agreement) => filterOf(agreement.status) === filter);
  const counts = stats.data ? filterCounts(stats.data) : null;
  const open = all.find((agreement) => agreement.agreementId === viewed);

  return (
    <>
      <FilterCards counts={counts} active={filter} onChoose={setFilter} />
      <Card aria-labelledby="timeline" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CardTitle id="timeline">{t.dashboard.timeline}</CardTitle>
          <FilterButtons counts={counts} active={filter} onChoose={setFilter} />
        </div>
        {list.isPending && <ContractsSkeleton />}
        {list.isError && (
          <Notice tone="danger" role="alert" title={t.dashboard.loadFailed}>
            <p>{t.dashboard.loadFailedSafe}</p>
            <Button
              variant="secondary"
              className="mt-2 self-start"
              onClick={() => list.refetch().catch(() => undefined)}
            >
              {t.common.tryAgain}
            </Button>
          </Notice>
        )}
        {list.isSuccess && all.length === 0 && <Empty />}
        {list.isSuccess && all.length > 0 && shown.length === 0 && (
          <p className="py-4 text-muted">
            {t.dashboard.noneInFilter}{' '}
            <Button variant="quiet" className="underline underline-offset-4" onClick={() => setFilter('all')}>
              {t.dashboard.showAll}
            </Button>
          </p>
        )}
        {shown.length > 0 && <ContractsTable agreements={shown} onView={setViewed} />}
        {list.hasNextPage && (
          <Button
            variant="secondary"
            className="self-center"
            busy={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage().catch(() => undefined)}
          >
            {t.dashboard.more}
          </Button>
        )}
      </Card>
      {open && (
        <Suspense fallback={<Spinner label={t.app.loading} />}>
          <ViewerDialog agreement={open} onClose={() => setViewed(null)} />
        </Suspense>
      )}
    </>
  );
}

export default function Dashboard() {
  const { user, token } = useSession();
  if (!user || !token) return null;
  return (
    <Page title={t.dashboard.title} className="flex flex-col gap-6">
      <div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
        <div className="min-w-0">
          <PageHeading>{t.dashboard.greeting(user.username)}</PageHeading>
          <p className="truncate text-muted">{user.email}</p>
        </div>
        <ButtonLink href="/record-voice-deal">{t.dashboard.create}</ButtonLink>
      </div>
      <Contracts user={user} token={token} />
    </Page>
  );
}
