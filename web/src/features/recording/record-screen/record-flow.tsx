import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { recordTexts } from '#texts/record';
import { recordScreenTexts as text } from '#texts/record-screen';
import { uploadTexts } from '#texts/upload';
import { Page, PageHeading } from '../../../components/layout/page';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { Card, CardTitle } from '../../../components/ui/card';
import { lazyPart, MissingDialog } from '../../../components/ui/lazy-part';
import { Notice } from '../../../components/ui/notice';
import type { AgreementView } from '../../../lib/api/api-types';
import { cn } from '../../../lib/cn';
import { formatAmount, formatDuration, planLabel } from '../../../lib/format';
import { AssistantWidget } from '../../assistant/assistant-widget';
import { ProofStrip } from '../../new-agreement/draft-recording';
import { holdsMicrophone } from '../engine/recorder-state';
import { shortScript } from '../spoken';
import { AlsoSay, withLine } from '../ui/also-say';
import { isProblemState } from '../ui/microphone-problem';
import { GoBackButton } from '../ui/record-again';
import { RecorderPanel } from '../ui/recorder-panel';
import { RecoveryCard } from '../ui/recovery-card';
import { SaveSound } from '../ui/save-sound';
import { UploadButton } from '../ui/upload-button';
import { ClosedView } from './closed-view';
import { formatTimer, LimitBar } from './limit-bar';
import { earlierTranscriptQuery, isTranscribed } from './record-api';
import { Processing, ReviewRecording } from './review-recording';
import { useRecordFlow } from './use-record-flow';
import { isClosed } from './use-transcription';

const TranscribedRecording = lazyPart(() =>
  import('./transcribed-recording').then((m) => m.TranscribedRecording),
);
const AlertDialog = lazyPart(() => import('../../../components/ui/alert-dialog').then((m) => m.AlertDialog), {
  missing: ({ open, onOpenChange }) => open && <MissingDialog onClose={() => onOpenChange(false)} />,
});
const FallbackPanel = lazyPart(() => import('../../agreements/fallback-panel').then((m) => m.FallbackPanel));

interface RecordFlowProps {
  agreement: AgreementView;
  token: string;
  /** Longest recording that the plan takes. */
  limitSeconds: number;
}

/** Records a contract once more, has it transcribed and shows what it says. */
export function RecordFlow({ agreement, token, limitSeconds }: RecordFlowProps) {
  const { agreementId, planType, partyAName, partyBName, amount, currency, title } = agreement;
  const checkout = `/checkout?plan=${encodeURIComponent(planType)}&agreementId=${encodeURIComponent(agreementId)}`;
  const flow = useRecordFlow(agreement, token, limitSeconds);
  const { recorder, snapshot, view, processing, failure } = flow;
  const { draft } = snapshot;
  const isRecording = holdsMicrophone(snapshot.state);
  const [also, setAlso] = useState<string[]>([]);
  const [question, setQuestion] = useState<'too-long' | 'payment' | null>(null);

  // Needed at the end, and fetched while the network is there.
  useEffect(() => TranscribedRecording.preload(), []);

  useEffect(() => {
    if (failure?.kind === 'too-long' || failure?.kind === 'payment') setQuestion(failure.kind);
  }, [failure]);

  if (failure && isClosed(failure)) {
    return (
      <ClosedView
        reason={failure.kind === 'sealed' ? 'sealed' : 'notFound'}
        agreementId={agreementId}
        unkept={[draft, flow.again.before].find((made) => made && !made.isOnDevice) ?? null}
      />
    );
  }

  const plan = planLabel(planType);
  const amountText = amount ? formatAmount(amount, currency) : '';
  const script = shortScript(partyAName, partyBName, amountText, also);
  const told = failure?.kind === 'told' && (
    <Notice tone="danger" role="alert" title={failure.title}>
      {failure.text}
    </Notice>
  );
  const heading = view === 'transcript' ? text.transcript.title : text.title;
  return (
    <Page
      title={heading}
      focusKey={view}
      width="flow"
      className="flex flex-col gap-4 py-4! sm:gap-6 sm:py-8!"
    >
      <div className="flex flex-col gap-1.5">
        <Badge tone="accent" className="self-start">
          {text.plan(plan)}
        </Badge>
        <PageHeading className="text-2xl! sm:text-3xl!">{heading}</PageHeading>
        <p className="wrap-anywhere text-muted">
          {view === 'transcript' ? text.transcript.lead : text.lead(partyAName, partyBName)}
        </p>
        {title && view !== 'transcript' && <p className="font-medium wrap-anywhere">{title}</p>}
        {view === 'review' && (
          <p>
            <span className="font-medium">{recordTexts.recorder.complete}</span>
            <span className="text-muted"> · {text.review.lead}</span>
          </p>
        )}
      </div>

      {view === 'record' && (
        <>
          {!isRecording && (
            <>
              {told}
              <RecoveryCard retakeOf={agreementId} except={flow.again.before?.id} onKeep={flow.keep} />
              <GoBackButton again={flow.again} onGoBack={flow.goBack} />
              <EarlierRecording agreementId={agreementId} onFollow={flow.follow} />
            </>
          )}
          <div className="flex min-h-[34rem] flex-col">
            <RecorderPanel
              recorder={recorder}
              snapshot={snapshot}
              limitSeconds={limitSeconds}
              script={script}
              stopLabel={text.controls.stop}
              formatTime={formatTimer}
              limitBar={
                limitSeconds > 0 && <LimitBar seconds={snapshot.seconds} limitSeconds={limitSeconds} />
              }
              wayOut={
                <UploadButton label={uploadTexts.instead} isBusy={flow.isLooking} onFile={flow.upload} />
              }
              onStart={flow.record}
            />
          </div>
          {!isRecording && <AlsoSay lines={also} onChange={setAlso} />}
          <div className={cn('grid gap-4 sm:grid-cols-2 sm:gap-6', isRecording && 'sm:grid-cols-1')}>
            <TipsCard />
            {!isRecording && !isProblemState(snapshot.state) && (
              <UploadCard isBusy={flow.isLooking} onFile={flow.upload} />
            )}
          </div>
        </>
      )}

      {view === 'review' && draft && (
        <>
          <ProofStrip draft={draft} hash={flow.hash} server={flow.server} laterText={text.review.later} />
          {snapshot.endedBy && !processing.isPending && (
            <Notice tone="warn">
              {snapshot.endedBy === 'limit'
                ? recordTexts.recorder.announce.limit
                : recordTexts.recorder.failedRecording}
            </Notice>
          )}
          {told}
          {failure && <SaveSound read={async () => draft} className="self-start" />}
          <ReviewRecording
            draft={draft}
            isProcessing={processing.isPending}
            isStored={flow.isStored}
            sent={flow.sent}
            progress={flow.progress}
            waitsFor={flow.waitsFor}
            onRetry={flow.retry}
            onProcess={flow.process}
            onAgain={flow.recordAgain}
          />
          {!processing.isPending && <UploadCard isBusy={flow.isLooking} onFile={flow.upload} />}
        </>
      )}

      {view === 'following' && <Processing isStored sent={1} progress={flow.progress} />}

      {view === 'fallback' && failure?.kind === 'fallback' && (
        <FallbackPanel agreementId={agreementId} options={failure.options} checkout={checkout} level={2} />
      )}

      {view === 'transcript' && processing.data && (
        <TranscribedRecording result={processing.data} checkout={checkout} onAgain={flow.recordAgain} />
      )}

      {/* Not beside the microphone, nor while a recording is heard: what is said now counts. */}
      <AssistantWidget
        applying={
          view === 'record'
            ? { applied: also, apply: (line) => setAlso((lines) => withLine(lines, line)) }
            : undefined
        }
        isAway={isRecording || view === 'review'}
        agreementType=""
        planType={planType}
        partyA={partyAName}
        partyB={partyBName}
      />

      {question && (
        <AlertDialog
          open
          onOpenChange={(isOpen) => !isOpen && setQuestion(null)}
          question={question === 'payment' ? text.payment.title : text.tooLong.title}
          detail={
            question === 'payment'
              ? text.payment.text
              : text.tooLong.text(
                  plan,
                  formatDuration(limitSeconds),
                  draft && draft.seconds > 0 ? formatDuration(draft.seconds) : null,
                )
          }
          confirm={text.payment.go}
          cancel={text.payment.back}
          onConfirm={() => window.location.assign(checkout)}
        />
      )}
    </Page>
  );
}

interface UploadCardProps {
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** A recording that was made elsewhere. */
function UploadCard({ isBusy, onFile }: UploadCardProps) {
  return (
    <Card aria-labelledby="upload" className="relative flex flex-col items-start gap-3">
      <CardTitle id="upload">{uploadTexts.title}</CardTitle>
      <p className="grow text-muted">
        {uploadTexts.text} {uploadTexts.sentAtOnce}
      </p>
      <p className="text-sm text-muted">{uploadTexts.consent}</p>
      <UploadButton isBusy={isBusy} onFile={onFile} />
    </Card>
  );
}

/** What makes a recording that can be understood later. */
function TipsCard() {
  return (
    <Card aria-labelledby="tips" className="flex flex-col gap-3">
      <CardTitle id="tips">{text.tips.title}</CardTitle>
      <ul className="flex flex-col gap-1.5">
        {text.tips.items.map((tip) => (
          <li key={tip} className="flex gap-2">
            <Check className="mt-1 size-4 shrink-0 text-accent" aria-hidden="true" />
            {tip}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface EarlierRecordingProps {
  agreementId: string;
  onFollow: () => void;
}

/** The recording that was processed before has a transcript, or gets one: the way to it. */
function EarlierRecording({ agreementId, onFollow }: EarlierRecordingProps) {
  const { data: earlier } = useQuery(earlierTranscriptQuery(agreementId));
  if (!earlier) return null;
  const isDone = isTranscribed(earlier);
  return (
    <Notice tone={isDone ? 'ok' : 'info'}>
      <p>{isDone ? text.earlier.done : text.earlier.working}</p>
      <Button variant="secondary" className="mt-2 self-start" onClick={onFollow}>
        {isDone ? text.earlier.show : text.earlier.follow}
      </Button>
    </Notice>
  );
}
