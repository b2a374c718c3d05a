import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { adminTexts } from '#texts/admin';
import { t } from '#texts/common';
import { Button } from '../../../components/ui/button';
import { CardTitle } from '../../../components/ui/card';
import { Notice } from '../../../components/ui/notice';
import { loadFailure } from '../api';

interface ListHeaderProps {
  id: string;
  title: string;
  lead?: string;
  /** Takes the focus when what had it is gone. */
  isFocused?: boolean;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Before the refresh button. */
  children?: ReactNode;
}

/** What a list is, and the button that reads it again. */
export function ListHeader(props: ListHeaderProps) {
  const { id, title, lead, isFocused, isRefreshing, onRefresh, children } = props;
  const focus = isFocused && { tabIndex: -1, 'data-list-heading': true, className: 'outline-none' };
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <CardTitle id={id} {...focus}>
          {title}
        </CardTitle>
        {lead && <p className="text-sm text-muted">{lead}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button
          variant="secondary"
          aria-label={adminTexts.list.refreshNamed(title)}
          busy={isRefreshing}
          onClick={onRefresh}
        >
          <RefreshCw className="size-4" aria-hidden="true" />
          {adminTexts.list.refresh}
        </Button>
      </div>
    </div>
  );
}

interface LoadProblemProps {
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Something could not be read: why, and a button to try again. */
export function LoadProblem({ title, error, onRetry }: LoadProblemProps) {
  return (
    <Notice tone="danger" role="alert" title={title}>
      <p>{loadFailure(error)}</p>
      <Button variant="secondary" className="mt-2 self-start" onClick={onRetry}>
        {t.common.tryAgain}
      </Button>
    </Notice>
  );
}

interface EmptyProps {
  title: string;
  text: string;
  action?: { label: string; onAct: () => void };
}

/** What goes here when nothing is here yet. */
export function Empty({ title, text, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-start gap-2 py-6 sm:items-center sm:py-10 sm:text-center">
      <h3 className="text-lg">{title}</h3>
      <p className="max-w-md text-balance text-muted">{text}</p>
      {action && (
        <Button variant="secondary" className="mt-2" onClick={action.onAct}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
