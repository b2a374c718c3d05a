import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { recordScreenTexts as text } from '#texts/record-screen';
import { Page } from '../../../components/layout/page';
import { Skeleton } from '../../../components/ui/skeleton';
import { ApiError } from '../../../lib/api/api-error';
import { configQuery } from '../../../lib/api/server-data';
import { useUntilLeft } from '../../../lib/browser/leaving';
import { useSession } from '../../../lib/session/session';
import { recordingLimit } from '../../payments/plans';
import { ClosedView, closedReason } from './closed-view';
import { agreementQuery } from './record-api';
import { RecordFlow } from './record-flow';

function Waiting() {
  return (
    <Page title={text.title} focusKey="record" width="flow" className="flex flex-col gap-6">
      <h1 tabIndex={-1} className="sr-only">
        {text.title}
      </h1>
      <p role="status" className="sr-only">
        {text.loading}
      </p>
      <Skeleton className="h-24 max-w-sm" />
      <Skeleton className="h-[34rem]" />
    </Page>
  );
}

function Agreement({ agreementId, token }: { agreementId: string; token: string }) {
  const agreement = useQuery(agreementQuery(agreementId));
  const config = useQuery(configQuery);
  // What was read is forgotten with the session, which may end beside a recording.
  const known = useUntilLeft(agreement.data);
  if ((agreement.isPending && !known) || config.isPending) return <Waiting />;
  if (!known) {
    const { error } = agreement;
    const isGone = error instanceof ApiError && error.code === 'agreement_not_found';
    return (
      <ClosedView
        reason={isGone ? 'notFound' : 'failed'}
        agreementId={agreementId}
        onRetry={isGone ? undefined : () => void agreement.refetch()}
      />
    );
  }
  const reason = closedReason(known);
  if (reason) return <ClosedView reason={reason} agreementId={agreementId} />;
  return (
    <RecordFlow agreement={known} token={token} limitSeconds={recordingLimit(known.planType, config.data)} />
  );
}

/** Recording screen: a contract that exists is recorded (again) and transcribed before it is paid for. */
export default function RecordScreen() {
  const token = useUntilLeft(useSession().token);
  const [params] = useSearchParams();
  const agreementId = params.get('agreementId');
  if (!token) return null;
  if (!agreementId) return <ClosedView reason="none" />;
  return <Agreement key={agreementId} agreementId={agreementId} token={token} />;
}
