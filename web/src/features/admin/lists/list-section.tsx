import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo } from 'react';
import { adminTexts } from '#texts/admin';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Notice } from '../../../components/ui/notice';
import { SkeletonRows } from '../../../components/ui/skeleton';
import type { RowOf } from '../../../lib/api/pages';
import { cn } from '../../../lib/cn';
import { type AdminList, listQuery } from '../api';
import { serviceWords } from '../work-words';
import { Empty, ListHeader, LoadProblem } from './list-states';
import { type Column, RecordTable } from './record-table';

const MOVING_REFETCH_MS = 3000;

interface ListSectionProps<P extends AdminList, T = RowOf<P>> {
  title: string;
  lead?: string;
  path: P;
  filters?: Record<string, string>;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  actions?: (row: T) => ReactNode;
  /** Whether a record is about to change by itself; the list is read again until none is. */
  isMoving?: (row: T) => boolean;
  /** Search and filters. */
  toolbar?: ReactNode;
  /** Beside the refresh button. */
  extra?: ReactNode;
  empty: { title: string; text: string };
  /** Set while search or filter may hide records; undoes them. */
  onClear?: () => void;
}

/** One list of the administration, in all its states: loading, empty, nothing found, failed, few, many. */
export function ListSection<P extends AdminList>(props: ListSectionProps<P>) {
  const { title, lead, path, filters, columns, rowKey, actions, isMoving } = props;
  const { toolbar, extra, empty, onClear } = props;
  const headingId = useId();
  const list = useInfiniteQuery({
    ...listQuery(path, filters),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isMoving && state.data?.pages.some(({ items }) => items.some(isMoving)) ? MOVING_REFETCH_MS : false,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const silent = [...new Set(list.data?.pages.flatMap(({ incomplete = [] }) => incomplete))];
  const queries = useQueryClient();
  const refetch = () => {
    // With it how much of it waits, which is counted apart from the list.
    queries.invalidateQueries({ queryKey: [path] }).catch(() => undefined);
  };
  const texts = adminTexts.list;

  return (
    <Card aria-labelledby={headingId} className="flex flex-col gap-4">
      <ListHeader
        id={headingId}
        title={title}
        lead={lead}
        isFocused
        isRefreshing={list.isRefetching && !list.isFetchingNextPage}
        onRefresh={refetch}
      >
        {extra}
      </ListHeader>
      {toolbar && <div className="flex flex-wrap items-end gap-3">{toolbar}</div>}
      {list.isPending && <SkeletonRows rows={5} />}
      {list.isError && <LoadProblem title={texts.loadFailed} error={list.error} onRetry={refetch} />}
      {silent.length > 0 && (
        <Notice tone="warn" role="status">
          <p>{texts.incomplete(silent.map(serviceWords).join(', '))}</p>
        </Notice>
      )}
      {list.isSuccess &&
        rows.length === 0 &&
        silent.length === 0 &&
        (onClear ? (
          <Empty
            title={texts.nothingFound}
            text={texts.nothingFoundText}
            action={{ label: texts.clear, onAct: onClear }}
          />
        ) : (
          <Empty title={empty.title} text={empty.text} />
        ))}
      {rows.length > 0 && (
        <div className={cn('transition-opacity duration-150', list.isPlaceholderData && 'opacity-60')}>
          <RecordTable label={title} rows={rows} rowKey={rowKey} columns={columns} actions={actions} />
        </div>
      )}
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted tabular-nums">
            {texts.shown(rows.length, list.hasNextPage)}
          </p>
          {list.hasNextPage && (
            <Button
              variant="secondary"
              busy={list.isFetchingNextPage}
              onClick={() => list.fetchNextPage().catch(() => undefined)}
            >
              {texts.more}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
