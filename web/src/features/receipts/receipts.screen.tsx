import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts/common';
import { descriptionTexts } from '#texts/descriptions';
import { receiptsTexts as text } from '#texts/receipts';
import { Page, PageHeading } from '../../components/layout/page';
import { Badge } from '../../components/ui/badge';
import { Button, ButtonLink } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { lazyPart, MissingDialog } from '../../components/ui/lazy-part';
import { Notice } from '../../components/ui/notice';
import { SkeletonRows } from '../../components/ui/skeleton';
import { Spinner } from '../../components/ui/spinner';
import { Cell, HeadCell, Table } from '../../components/ui/table';
import type { ReceiptView } from '../../lib/api/api-types';
import { useMediaQuery } from '../../lib/browser/hooks';
import { formatAgreementId, formatCents, formatDate } from '../../lib/format';
import { DealLine } from '../agreements/deal-line';
import { receiptsQuery, refundOf } from './api';

interface RowProps {
  receipt: ReceiptView;
  onOpen: (number: string) => void;
}

/** The amount, and under it what went back. */
function Amount({ receipt }: { receipt: ReceiptView }) {
  const refund = refundOf(receipt);
  const back = formatCents(receipt.refundedCents, receipt.currency);
  return (
    <span className="flex flex-col items-end gap-1">
      <span className="font-medium tabular-nums">{formatCents(receipt.amountCents, receipt.currency)}</span>
      {refund !== 'none' && (
        <span className="text-sm text-muted tabular-nums">
          {refund === 'all' ? text.refunded : text.partlyRefunded(back)}
        </span>
      )}
    </span>
  );
}

function ReceiptNumber({ receipt }: { receipt: ReceiptView }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="tabular-nums">{receipt.number}</span>
      {receipt.isTest && <Badge tone="warn">{text.test}</Badge>}
    </span>
  );
}

function OpenButton({ receipt, onOpen }: RowProps) {
  return (
    <Button
      variant="secondary"
      aria-label={text.openNamed(receipt.number)}
      onClick={() => onOpen(receipt.number)}
    >
      {text.open}
    </Button>
  );
}

function What({ receipt }: { receipt: ReceiptView }) {
  return (
    <>
      <span className="block font-medium">{descriptionTexts.of(receipt.description)}</span>
      {receipt.deal && <DealLine deal={receipt.deal} className="text-sm" />}
      {receipt.agreementId && (
        <span className="block text-sm text-muted tabular-nums">
          {formatAgreementId(receipt.agreementId)}
        </span>
      )}
    </>
  );
}

function RowCard({ receipt, onOpen }: RowProps) {
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <What receipt={receipt} />
        </div>
        <Amount receipt={receipt} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="text-sm text-muted">
          {formatDate(receipt.paidAt)}
          <ReceiptNumber receipt={receipt} />
        </div>
        <OpenButton receipt={receipt} onOpen={onOpen} />
      </div>
    </li>
  );
}

interface ReceiptListProps {
  receipts: readonly ReceiptView[];
  onOpen: (number: string) => void;
}

/** The receipts as a table; on small screens as a list with the same content. */
function ReceiptList({ receipts, onOpen }: ReceiptListProps) {
  const isNarrow = useMediaQuery('(max-width: 51.99rem)');
  if (isNarrow) {
    return (
      <ul>
        {receipts.map((receipt) => (
          <RowCard key={receipt.number} receipt={receipt} onOpen={onOpen} />
        ))}
      </ul>
    );
  }
  const { columns } = text;
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{columns.date}</HeadCell>
          <HeadCell>{columns.number}</HeadCell>
          <HeadCell>{columns.what}</HeadCell>
          <HeadCell className="text-right">{columns.amount}</HeadCell>
          <HeadCell>
            <span className="sr-only">{columns.open}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt) => (
          <tr key={receipt.number}>
            <Cell className="whitespace-nowrap tabular-nums">{formatDate(receipt.paidAt)}</Cell>
            <Cell className="whitespace-nowrap">
              <ReceiptNumber receipt={receipt} />
            </Cell>
            <Cell>
              <What receipt={receipt} />
            </Cell>
            <Cell className="text-right">
              <Amount receipt={receipt} />
            </Cell>
            <Cell className="text-right">
              <OpenButton receipt={receipt} onOpen={onOpen} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

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
  const receipts = list.data?.pages.flatMap((page) => page.items) ?? [];
  const open = receipts.find((receipt) => receipt.number === opened);
  const hasLoadFailed = list.isError && receipts.length === 0;
  return (
    <Page title={text.title} className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <PageHeading>{text.title}</PageHeading>
        <p className="text-muted">{text.lead}</p>
      </div>
      <Card aria-label={text.title} className="flex flex-col gap-4">
        {list.isPending && <SkeletonRows rows={4} />}
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
        {receipts.length > 0 && <ReceiptList receipts={receipts} onOpen={setOpened} />}
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
