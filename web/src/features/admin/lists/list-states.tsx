import { t } from '#texts/common';
import { Button } from '../../../components/ui/button';
import { Notice } from '../../../components/ui/notice';
import { Skeleton } from '../../../components/ui/skeleton';
import { loadFailure } from '../api';

/** A list's shape while it loads. */
export function ListSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t.app.loading}</span>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
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
