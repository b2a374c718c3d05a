import { useLocation } from 'wouter';
import { t } from '#texts/common';
import { recordScreenTexts } from '#texts/record-screen';
import { Page, PageHeading } from '../../../components/layout/page';
import { Button, ButtonLink } from '../../../components/ui/button';
import type { AgreementView } from '../../../lib/api/api-types';
import { DraftPlayer } from '../../new-agreement/draft-recording';
import type { DraftRecording } from '../engine/recorder-state';
import { RecoveryCard } from '../ui/recovery-card';
import { SaveSound } from '../ui/save-sound';

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
  /** What was recorded for it is offered; left out where no contract was chosen. */
  agreementId?: string;
  /** A recording that only this page has. */
  unkept?: DraftRecording | null;
  onRetry?: (() => void) | undefined;
}

/** What is the matter, and the way on, also for what was recorded for this contract and can no longer be sent. */
export function ClosedView({ reason, agreementId, unkept = null, onRetry }: ClosedViewProps) {
  const [, navigate] = useLocation();
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
      {agreementId && (
        <RecoveryCard
          retakeOf={agreementId}
          // One that could not be loaded may still take it.
          onNewContract={reason === 'failed' ? undefined : () => navigate('/record-voice-deal')}
        />
      )}
      {unkept && (
        <>
          <DraftPlayer draft={unkept} />
          <SaveSound read={async () => unkept} className="self-start" />
        </>
      )}
    </Page>
  );
}
