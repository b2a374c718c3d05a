import { t } from '#texts/common';
import { invitationTexts as text } from '#texts/invitation';
import { Page, PageHeading } from '../../components/layout/page';
import { Button, ButtonLink } from '../../components/ui/button';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { closedState } from './link-state';

interface ClosedViewProps {
  error: unknown;
  onRetry: () => void;
}

/** Why the invitation does not open, and the way out. */
export function ClosedView({ error, onRetry }: ClosedViewProps) {
  const state = closedState(error);
  const notFound = text.closed.agreement_not_found;
  const isUnreachable = error instanceof ApiError && error.code === 'unreachable';
  const view = state
    ? text.closed[state]
    : {
        title: notFound.title,
        text: isUnreachable ? text.unreachable : sentenceOf(error, notFound.text),
        hint: null,
      };
  return (
    <Page title={view.title} focusKey={view.title} width="text" className="flex flex-col gap-5 sm:py-20">
      <PageHeading>{view.title}</PageHeading>
      <p className="text-lg">{view.text}</p>
      {view.hint && <p className="text-muted">{view.hint}</p>}
      <div className="flex flex-wrap gap-3">
        {!state && <Button onClick={onRetry}>{t.common.tryAgain}</Button>}
        <ButtonLink href="/" variant={state ? 'primary' : 'secondary'}>
          {text.returnHome}
        </ButtonLink>
      </div>
    </Page>
  );
}
