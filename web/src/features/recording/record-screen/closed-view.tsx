import { t } from '#texts/common';
import { recordScreenTexts } from '#texts/record-screen';
import { Page, PageHeading } from '../../../components/layout/page';
import { Button, ButtonLink } from '../../../components/ui/button';
import type { AgreementView } from '../../../lib/api/api-types';

const text = recordScreenTexts.closed;

/** Why nothing can be recorded here. */
type ClosedReason = 'none' | 'notFound' | 'sealed' | 'cancelled' | 'deleted' | 'failed';

/** Why nothing more can be recorded for a contract; null while it can. */
export function closedReason(
  agreement: Pick<AgreementView, 'status' | 'contentDeletedAt'>,
): ClosedReason | null {
  if (agreement.contentDeletedAt !== null) return 'deleted';
  if (agreement.status === 'cancelled') return 'cancelled';
  return agreement.status === 'pending' ? null : 'sealed';
}

interface ClosedViewProps {
  reason: ClosedReason;
  onRetry?: () => void;
}

/** What is the matter, and the way on. */
export function ClosedView({ reason, onRetry }: ClosedViewProps) {
  return (
    <Page title={text[reason]} focusKey={reason} width="text" className="flex flex-col gap-5 sm:py-16!">
      <PageHeading>{text[reason]}</PageHeading>
      <p className="text-lg text-muted">{text[`${reason}Text`]}</p>
      <div className="flex flex-wrap gap-3">
        {onRetry && <Button onClick={onRetry}>{t.common.tryAgain}</Button>}
        <ButtonLink href="/dashboard" variant={onRetry ? 'secondary' : 'primary'}>
          {text.dashboard}
        </ButtonLink>
        {reason !== 'failed' && reason !== 'sealed' && (
          <ButtonLink href="/record-voice-deal" variant="secondary">
            {text.create}
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}
