import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { t } from '#texts/common';
import { receiptsTexts as text } from '#texts/receipts';
import { Page, PageHeading } from '../../components/layout/page';
import { Button, ButtonLink } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { lazyPart, MissingDialog } from '../../components/ui/lazy-part';
import { Notice } from '../../components/ui/notice';
import { Spinner } from '../../components/ui/spinner';
import { useSession } from '../../lib/session/session';
import { agreementsQuery } from '../agreements/api';
import { receiptsQuery } from './api';
import { ReceiptList, ReceiptsSkeleton } from './receipt-list';

const ReceiptDialog = lazyPart(() => import('./receipt-dialog').then((m) => m.ReceiptDialog), {
  waiting: <Spinner label={t.app.loading} />,
  missing: MissingDialog,
});

function Empty() {
  return (
    <div className="flex flex-col items-start gap-4 py-6 sm:items-center sm:py-10 sm:text-center">
      <h2 className="text-xl">{text.empty}</h2>
      <p className="max-w-sm text-muted">{text.emptyText}</p>
      <ButtonLink href="/dashboard">{text.emptyAction}</ButtonLink>
    </div>
  );
}

/** Everything the signed-in user has paid. */
export default function Receipts() {
  const list = useInfiniteQuery(receiptsQuery);
  const [opened, setOpened] = useState<string | null>(null);
  const { user } = useSession();
  const receipts = list.data?.pages.flatMap((page) => page.items) ?? [];
  const contracts = useInfiniteQuery({ ...agreementsQuery(user?.id ?? 0), enabled: receipts.length > 0 });
  const deals = useMemo(
    () =>
      new Map(
        contracts.data?.pages.flatMap((page) => page.items.map((item) => [item.agreementId, item] as const)),
      ),
    [contracts.data],
  );
  const open = receipts.find((receipt) => receipt.number === opened);
  const hasLoadFailed = list.isError && receipts.length === 0;
  return (
    <Page title={text.title} className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <PageHeading>{text.title}</PageHeading>
        <p className="text-muted">{text.lead}</p>
      </div>
      <Card aria-label={text.title} className="flex flex-col gap-4">
        {list.isPending && <ReceiptsSkeleton />}
        {hasLoadFailed && (
          <Notice tone="danger" role="alert" title={text.loadFailed}>
            <p>{text.loadFailedSafe}</p>
            <Button
              variant="secondary"
              className="mt-2 self-start"
              busy={list.isFetching}
              onClick={() => list.refetch().catch(() => undefined)}
            >
              {t.common.tryAgain}
            </Button>
          </Notice>
        )}
        {list.isSuccess && receipts.length === 0 && <Empty />}
        {receipts.length > 0 && <ReceiptList receipts={receipts} deals={deals} onOpen={setOpened} />}
        {list.isFetchNextPageError && (
          <Notice tone="danger" role="alert">
            {text.moreFailed}
          </Notice>
        )}
        {list.hasNextPage && (
          <Button
            variant="secondary"
            className="self-center"
            busy={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage().catch(() => undefined)}
          >
            {text.more}
          </Button>
        )}
      </Card>
      {open && <ReceiptDialog receipt={open} onClose={() => setOpened(null)} />}
    </Page>
  );
}
