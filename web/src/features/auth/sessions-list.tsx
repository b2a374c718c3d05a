import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Bowser from 'bowser';
import { useEffect, useRef } from 'react';
import { accountTexts } from '#texts/account';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { SkeletonRows } from '../../components/ui/skeleton';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import type { OwnSession } from '../../lib/api/api-types';
import { formatDateTime } from '../../lib/format';
import { type AccountCalls, endOtherSessions, endSession, listSessions, sessionsKey } from './api';

const text = accountTexts.sessions;

/** Where the account is signed in, and how that ends. */
export function SessionsList({ account }: { account: AccountCalls }) {
  const queries = useQueryClient();
  const queryKey = sessionsKey(account);
  const sessions = useQuery({ queryKey, queryFn: ({ signal }) => listSessions(account, signal) });
  const list = useRef<HTMLUListElement>(null);
  const isEnding = useRef(false);
  const end = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOtherSessions(account) : endSession(account, id)),
    onMutate: () => {
      isEnding.current = true;
    },
    onSuccess: (_answer, id) =>
      toast(id === null ? { title: text.othersEnded } : { title: text.ended, text: text.endedText }),
    onError: (error) =>
      toast({ title: text.notEnded, text: sentenceOf(error, text.fallback), tone: 'destructive' }),
    // One that somebody else has ended is gone from the list as well.
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  // The button that was pressed may be gone by now: the list takes the focus instead of the whole page.
  useEffect(() => {
    const isLost = isEnding.current && document.activeElement === document.body;
    if (isLost && sessions.data) list.current?.focus({ preventScroll: true });
    if (!end.isPending) isEnding.current = false;
  }, [sessions.data, end.isPending]);

  if (sessions.isPending) return <SkeletonRows rows={2} className="h-14" />;
  if (sessions.isError) {
    return (
      <div className="flex flex-col items-start gap-3">
        <Notice tone="danger" role="alert">
          <p>{sentenceOf(sessions.error, text.loadFailed)}</p>
        </Notice>
        <Button variant="secondary" busy={sessions.isFetching} onClick={() => void sessions.refetch()}>
          {text.again}
        </Button>
      </div>
    );
  }
  const hasOthers = sessions.data.some(({ isCurrent }) => !isCurrent);
  return (
    <div className="flex flex-col items-start gap-5">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={text.title}
        className="flex w-full flex-col divide-y divide-line outline-none"
      >
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => !end.isPending && end.mutate(session.id)}
          />
        ))}
      </ul>
      {hasOthers ? (
        <Button
          variant="secondary"
          busy={end.isPending && end.variables === null}
          onClick={() => !end.isPending && end.mutate(null)}
        >
          {text.endOthers}
        </Button>
      ) : (
        <p className="text-sm text-muted">{text.alone}</p>
      )}
    </div>
  );
}

interface SessionRowProps {
  session: OwnSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({
  session: { device, createdAt, lastSeenAt, isCurrent },
  isEnding,
  onEnd,
}: SessionRowProps) {
  const name = deviceName(device, text.on) ?? text.unknown;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {isCurrent && <Badge tone="ok">{text.current}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {text.times(formatDateTime(createdAt), formatDateTime(lastSeenAt))}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          busy={isEnding}
          aria-label={text.endNamed(name, formatDateTime(createdAt))}
          onClick={onEnd}
        >
          {text.end}
        </Button>
      )}
    </li>
  );
}

/** "Chrome on Windows" from what a browser calls itself; null where neither browser nor system can be told. */
export function deviceName(
  userAgent: string | null,
  on: (browser: string, system: string) => string,
): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return on(browser.name, os.name);
  return browser.name || os.name || null;
}
