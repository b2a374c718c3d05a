import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { Page, PageHeading } from '../../components/layout/page';
import { Button, ButtonLink } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { lazyPart, MissingDialog, Nothing } from '../../components/ui/lazy-part';
import { Notice, Told } from '../../components/ui/notice';
import { SkeletonRows } from '../../components/ui/skeleton';
import { Spinner } from '../../components/ui/spinner';
import { ApiError } from '../../lib/api/api-error';
import type { User } from '../../lib/api/api-types';
import { usePaid } from '../../lib/session/pending-checkout';
import { useSession } from '../../lib/session/session';
import { useLiveAgreements } from '../live/use-live-agreements';
import { pendingPaymentsKey } from '../payments/api';
import { creditWords, useCredits } from '../payments/credits';
import { PendingCard, pendingPaymentsQuery } from '../payments/pending-card';
import { ReturnedPayment } from '../payments/returned-payment';
import { AgreementsTable, type DialogKind } from './agreements-table';
import { agreementQuery, agreementsKey, agreementsQuery, PAGE_SIZE, statsKey, statsQuery } from './api';
import { type ListOrder, ordered, searched } from './arrange';
import { FilterButtons, FilterCards, ListTools, SEARCH_FROM } from './list-tools';
import { type DashboardFilter, filterCounts, filterOf } from './status';
import { useFurther } from './use-further';
import { useMessages } from './use-messages';

const NAME = 'contract';

/** The contract that the address names: a page of its own that is linked to, reloaded and left by going back. */
function useContractAddress() {
  const [query, setQuery] = useSearchParams();
  const open = useCallback((agreementId: string) => setQuery((now) => changed(now, agreementId)), [setQuery]);
  const close = useCallback(() => setQuery((now) => changed(now, null), { replace: true }), [setQuery]);
  return { id: query.get(NAME), open, close };
}

function changed(query: URLSearchParams, agreementId: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  if (agreementId === null) next.delete(NAME);
  else next.set(NAME, agreementId);
  return next;
}

const AgreementDialog = lazyPart(() => import('./agreement-dialogs').then((m) => m.AgreementDialog), {
  waiting: <Spinner label={t.app.loading} />,
  missing: MissingDialog,
});

const SafePanel = lazyPart(() => import('./safe-panel').then((m) => m.SafePanel), {
  missing: Nothing,
});

const SavedCard = lazyPart(() => import('../payments/saved-card').then((m) => m.SavedCard), {
  missing: Nothing,
});

const VerifyBanner = lazyPart(() => import('../auth/verify-banner').then((m) => m.VerifyBanner));

/** Rows that fill the first screen, also that of a desktop. */
const FIRST_ROWS = 12;

/** What another question finds, at once or only later, is drawn from the top: first what fits a screen, then the rest. */
function useScreenFirst<Row>(rows: readonly Row[], question: string): readonly Row[] {
  const asked = rows.length === 0 ? null : question;
  const [answered, setAnswered] = useState(asked);
  useEffect(() => startTransition(() => setAnswered(asked)), [asked]);
  return useMemo(() => (answered === asked ? rows : rows.slice(0, FIRST_ROWS)), [rows, answered, asked]);
}

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
  const [acted, setActed] = useState<{ kind: Exclude<DialogKind, 'view'>; agreementId: string } | null>(null);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<ListOrder>('newest');
  const [isSeeking, setSeeking] = useState(false);
  const [most, setMost] = useState(PAGE_SIZE);
  const heading = useRef<HTMLHeadingElement>(null);
  const viewed = useContractAddress();
  const stats = useQuery(statsQuery(user.id));
  const list = useInfiniteQuery(agreementsQuery(user.id));
  const messages = useMessages(user.id);
  useLiveAgreements(user.id, token);

  // The pressed button answers at once; a long list follows.
  const listed = useDeferredValue(filter);
  const all = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const sought = useDeferredValue(search);
  const shown = useMemo(() => {
    const filtered = listed === 'all' ? all : all.filter(({ status }) => filterOf(status) === listed);
    return ordered(searched(filtered, sought), order);
  }, [all, listed, sought, order]);
  // However many are loaded, a key or a press draws a page of them anew at most.
  const page = useMemo(() => shown.slice(0, most), [shown, most]);
  const drawn = useScreenFirst(page, `${listed} ${order} ${sought}`);
  const credits = useCredits(all);
  const paid = usePaid();
  const { open: openContract, close: closeContract } = viewed;
  // A press is answered at once; the sheet that it opens or closes follows.
  const onOpen = useCallback(
    (kind: DialogKind, agreementId: string) =>
      startTransition(() => (kind === 'view' ? openContract(agreementId) : setActed({ kind, agreementId }))),
    [openContract],
  );
  const onClose = useCallback(
    () => startTransition(() => (acted ? setActed(null) : closeContract())),
    [acted, closeContract],
  );
  const counts = stats.data ? filterCounts(stats.data) : null;
  const opened = acted ?? (viewed.id === null ? null : { kind: 'view' as const, agreementId: viewed.id });
  const inList = all.find((agreement) => agreement.agreementId === opened?.agreementId);
  // A link can lead to a contract further back than the list reaches.
  const linked = useQuery({
    ...agreementQuery(viewed.id ?? ''),
    enabled: viewed.id !== null && list.isSuccess && !inList,
  });
  const open = inList ?? (viewed.id === null ? undefined : linked.data);

  // What the filter asks for may lie further back than what is loaded.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const needsAll = isSeeking || sought !== '' || order !== 'newest';
  // Of a filter all that its button counts, as far as they are drawn: a page of the list may have none of them.
  const counted = listed === 'all' ? 0 : Math.min(counts?.[listed] ?? 0, most);
  const looksFurther = useFurther(list, shown.length < Math.max(counted, 1) || needsAll);
  const showMore = () => {
    startTransition(() => setMost(most + PAGE_SIZE));
    if (hasNextPage && shown.length < most + PAGE_SIZE) fetchNextPage().catch(() => undefined);
  };

  const showAll = () => {
    if (sought === '') setFilter('all');
    else setSearch('');
    // The pressed button goes away.
    heading.current?.focus({ preventScroll: true });
  };
  const none = list.isSuccess && all.length > 0 && shown.length === 0 && !looksFurther && (
    <p className="py-4 text-muted">
      {sought === '' ? t.dashboard.noneInFilter : dashboardTexts.list.noneFound(sought)}{' '}
      <Button variant="quiet" className="underline underline-offset-4" onClick={showAll}>
        {sought === '' ? t.dashboard.showAll : dashboardTexts.list.clear}
      </Button>
    </p>
  );

  return (
    <>
      {paid && (
        <SafePanel
          paid={paid}
          agreements={list.isSuccess ? all : null}
          onView={(agreementId) => onOpen('view', agreementId)}
        />
      )}
      {credits.length > 0 && (
        <Notice tone="ok">
          {credits.map((credit) => (
            <p key={credit.agreementId}>{creditWords(credit)}</p>
          ))}
        </Notice>
      )}
      <FilterCards counts={counts} hasFailed={stats.isError} active={filter} onChoose={setFilter} />
      <Card aria-labelledby="timeline" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CardTitle ref={heading} id="timeline" tabIndex={-1} className="outline-none">
            {t.dashboard.timeline}
          </CardTitle>
          <FilterButtons counts={counts} active={filter} onChoose={setFilter} />
        </div>
        {all.length >= SEARCH_FROM && (
          <ListTools
            search={search}
            onSearch={setSearch}
            onSeek={() => setSeeking(true)}
            order={order}
            onOrder={setOrder}
            found={sought === '' ? null : shown.length}
          />
        )}
        {viewed.id !== null && linked.isLoadingError && (
          <NotOpened error={linked.error} onAgain={() => linked.refetch()} />
        )}
        {list.isPending && <SkeletonRows rows={4} />}
        {list.isError && (
          <NotLoaded
            title={t.dashboard.loadFailed}
            text={t.dashboard.loadFailedSafe}
            onAgain={() => list.refetch()}
          />
        )}
        {list.isSuccess && all.length === 0 && <Empty />}
        {looksFurther && shown.length === 0 && <SkeletonRows rows={4} />}
        <Told>{sought === '' && none}</Told>
        {/* How many a search has found is read out beside its field. */}
        {sought !== '' && none}
        {shown.length > 0 && <AgreementsTable agreements={drawn} messages={messages} onOpen={onOpen} />}
        {(shown.length > most || (hasNextPage && !looksFurther)) && (
          <Button
            variant="secondary"
            className="self-center"
            busy={isFetchingNextPage && !looksFurther}
            onClick={showMore}
          >
            {t.dashboard.more}
          </Button>
        )}
      </Card>
      {open && opened && (
        <AgreementDialog kind={opened.kind} agreement={open} userId={user.id} onClose={onClose} />
      )}
    </>
  );
}

interface NotLoadedProps {
  title: string;
  text: string;
  onAgain: () => Promise<unknown>;
}

/** What was asked for did not come, and can be asked for again. */
function NotLoaded({ title, text, onAgain }: NotLoadedProps) {
  return (
    <Notice tone="danger" role="alert" title={title}>
      <p>{text}</p>
      <Button
        variant="secondary"
        className="mt-2 self-start"
        onClick={() => onAgain().catch(() => undefined)}
      >
        {t.common.tryAgain}
      </Button>
    </Notice>
  );
}

/** The contract of the address is not there: only the server can say that it does not exist. */
function NotOpened({ error, onAgain }: { error: Error; onAgain: () => Promise<unknown> }) {
  const { list } = dashboardTexts;
  if (!(error instanceof ApiError && error.code === 'agreement_not_found')) {
    return <NotLoaded title={list.notOpened} text={list.notOpenedSafe} onAgain={onAgain} />;
  }
  return (
    <Notice tone="warn" role="alert" title={list.notOpened}>
      <p>{list.gone}</p>
    </Notice>
  );
}

const LINK = 'inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4';

/** What is still to be paid, and how a payment ended that led to the bank. */
function Payments({ userId }: { userId: number }) {
  const queries = useQueryClient();
  const refresh = useCallback(() => {
    for (const queryKey of [agreementsKey(userId), statsKey(userId), pendingPaymentsKey]) {
      queries.invalidateQueries({ queryKey }).catch(() => undefined);
    }
  }, [queries, userId]);
  const { data, isPending } = useInfiniteQuery(agreementsQuery(userId));
  const all = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const listed = useMemo(() => new Set(all.map(({ agreementId }) => agreementId)), [all]);
  const open = useQuery(pendingPaymentsQuery);
  // What the account has is in the list, or among its open payments.
  const known = useMemo(
    () => new Set([...listed, ...(open.data ?? []).map(({ payment }) => payment.agreementId)]),
    [listed, open.data],
  );
  return (
    <>
      <ReturnedPayment onPaid={refresh} />
      {data && !open.isPending && <SavedCard known={known} userId={userId} onUnknown={refresh} />}
      {!isPending && open.data && <PendingCard payments={open.data} listed={listed} />}
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
          <p className="flex flex-wrap items-center gap-x-4 text-muted">
            <span className="max-w-full wrap-anywhere">{user.email}</span>
            <Link href="/profile" className={LINK}>
              {dashboardTexts.profile}
            </Link>
            <Link href="/receipts" className={LINK}>
              {t.nav.receipts}
            </Link>
          </p>
        </div>
        <ButtonLink href="/record-voice-deal">{t.dashboard.create}</ButtonLink>
      </div>
      {user.emailVerified === false && <VerifyBanner user={user} />}
      <Payments userId={user.id} />
      <Contracts user={user} token={token} />
    </Page>
  );
}
