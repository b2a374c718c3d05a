import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Mic, RotateCcw } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { t } from '#texts/common';
import { createTexts as text } from '#texts/create';
import { recordTexts } from '#texts/record';
import { OneAccount } from '../../app/one-account';
import { Page, PageHeading } from '../../components/layout/page';
import { Badge } from '../../components/ui/badge';
import { Button, ButtonLink } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { carryToast } from '../../components/ui/carried-toast';
import { lazyPart } from '../../components/ui/lazy-part';
import { Notice } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import { Skeleton } from '../../components/ui/skeleton';
import { configQuery } from '../../lib/api/server-data';
import { useLeaveWarning } from '../../lib/browser/hooks';
import { goToCheckout } from '../../lib/session/pending-checkout';
import { getSession } from '../../lib/session/session';
import { recordingLimit } from '../payments/plans';
import { contractPrice } from '../payments/price';
import { PREVIEW_SECONDS } from '../player/use-player';
import type { Recorder } from '../recording/engine/recorder';
import {
  type DraftRecording,
  holdsMicrophone,
  openRecordingLoss,
  type RecorderSnapshot,
} from '../recording/engine/recorder-state';
import { AlsoSay } from '../recording/ui/also-say';
import { GoBackButton } from '../recording/ui/record-again';
import { RecorderPanel } from '../recording/ui/recorder-panel';
import { RecoveryCard } from '../recording/ui/recovery-card';
import { SaveSound } from '../recording/ui/save-sound';
import { SoundUpload, type SoundUploadProps } from '../recording/ui/sound-upload';
import { useRecorder } from '../recording/ui/use-recorder';
import type { WaitCause } from '../recording/upload/retry';
import { dealKindFrom } from './deal-kind';
import { type Details, detailsFrom, firstEmpty, linesToSay, withLinesToSay } from './details';
import { DetailsFields, useDetailsCheck } from './details-fields';
import { DraftPlayer, ProofStrip, saveFailure, WaitingNotice } from './draft-recording';
import { kindName, scriptFor } from './script';
import { backupTranscriptOf, useDeal, useDetails } from './use-deal';

interface InlineRecorderProps {
  recorder: Recorder;
  snapshot: RecorderSnapshot;
  details: Details;
  limitSeconds: number;
  onStart: () => void;
  /** For a recording that was made elsewhere. */
  sound: SoundUploadProps;
}

/** The recorder below the form; until the form is filled, what is missing. */
function InlineRecorder(props: InlineRecorderProps) {
  const { recorder, snapshot, details, limitSeconds, onStart, sound } = props;
  if (snapshot.state === 'idle' && firstEmpty(details) !== null) {
    return (
      <>
        <p className="flex items-center justify-center gap-3 rounded-card border border-dashed border-field px-4 py-8 text-center text-muted">
          <Mic className="size-5 shrink-0" aria-hidden="true" />
          {recordTexts.details.fillFirst}
        </p>
        <SoundUpload {...sound} />
      </>
    );
  }
  return (
    <>
      <RecorderPanel
        recorder={recorder}
        snapshot={snapshot}
        limitSeconds={limitSeconds}
        script={scriptFor(details)}
        startNote={recordTexts.details.consent}
        wayOut={<SoundUpload {...sound} isWayOut />}
        onStart={onStart}
      />
      {snapshot.state === 'idle' && <SoundUpload {...sound} />}
    </>
  );
}

interface PreviewCardProps {
  draft: DraftRecording;
  backupTranscript: string;
  isSaving: boolean;
  /** 0 to 1. */
  progress: number;
  /** Why sending pauses; null while it runs. */
  waitsFor: WaitCause | null;
  /** Whether it is sent even when this page is closed meanwhile. */
  survivesClosing: boolean;
  error: string | null;
  onAgain: () => void;
  onSave: () => void;
  onRetry: () => void;
}

/** The first seconds of the recording, what is noted about it, and the way on. */
function PreviewCard(props: PreviewCardProps) {
  const { draft, backupTranscript, isSaving, progress, waitsFor, survivesClosing, error } = props;
  const { onAgain, onSave, onRetry } = props;
  const isBusy = isSaving && !waitsFor;
  const heading = useRef<HTMLHeadingElement>(null);
  // The recorder with its focused button has just gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="stage-in flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h2 ref={heading} tabIndex={-1} className="font-sans text-lg font-semibold outline-none">
          {t.viewer.preview}
        </h2>
        <p className="text-muted">{text.previewLead}</p>
      </div>
      <DraftPlayer draft={draft} cutAt={PREVIEW_SECONDS} />
      <div className="flex flex-col gap-2 border-t border-line pt-5">
        <h3>{text.transcription}</h3>
        <p className="max-w-prose">{backupTranscript}</p>
        <p className="text-sm text-muted">{text.transcriptionNote}</p>
      </div>
      {error && (
        // Not announced: the message in the corner says it aloud.
        <Notice tone="danger">
          <p>{error}</p>
          <SaveSound read={async () => draft} className="mt-2 self-start" />
        </Notice>
      )}
      {waitsFor && <WaitingNotice draft={draft} waitsFor={waitsFor} survivesClosing={survivesClosing} />}
      {isBusy && <Progress label={recordTexts.deal.uploading} value={progress * 100} />}
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-end">
        {waitsFor ? (
          <Button size="lg" onClick={onRetry}>
            {t.common.tryAgain}
          </Button>
        ) : (
          <Button size="lg" busy={isSaving} onClick={onSave}>
            {isSaving ? text.saving : text.save}
          </Button>
        )}
        <Button size="lg" variant="secondary" aria-disabled={isBusy} onClick={isBusy ? undefined : onAgain}>
          <RotateCcw className="size-5" aria-hidden="true" />
          {text.again}
        </Button>
      </div>
    </Card>
  );
}

const AssistantCard = lazyPart(() => import('../assistant/assistant-card').then((m) => m.default), {
  waiting: <Skeleton className="h-96" />,
});

/** Form, recorder, preview and assistant on one page. */
function NewContract() {
  const [, navigate] = useLocation();
  const kind = dealKindFrom(new URLSearchParams(useSearch()).get('kind'));
  const config = useQuery(configQuery).data;
  const fields = useDetails(kind);
  const { planType } = fields[0];
  const limitSeconds = recordingLimit(planType, config);
  const { recorder, snapshot } = useRecorder(limitSeconds);
  const { draft } = snapshot;
  const deal = useDeal(recorder, snapshot, fields);
  const { details, saving, savedAs } = deal;
  const { save } = saving;
  const isSaving = save.isPending || save.isSuccess;
  const price = contractPrice(config);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const stage = useRef<HTMLElement>(null);
  const { problem, clear, pass } = useDetailsCheck(details, form, deal.refused);
  const isRecording = holdsMicrophone(snapshot.state);
  useLeaveWarning(openRecordingLoss(snapshot));

  useEffect(() => {
    if (!savedAs) return;
    if (getSession().user) {
      // That the recording is safe is said where the next document asks for money.
      carryToast();
      goToCheckout(savedAs, planType);
    } else navigate('/signup');
  }, [savedAs, planType, navigate]);

  const start = () => {
    if (pass()) recorder.start({ ...deal.giveNotice() }).catch(() => undefined);
  };

  const again = () => {
    deal.recordAgain();
    stage.current?.focus();
  };

  return (
    <Page title={text.title} className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-2">
        <ButtonLink href="/" variant="quiet" className="-ml-3 px-3!">
          <ArrowLeft className="size-5" aria-hidden="true" />
          {text.back}
        </ButtonLink>
        <PageHeading>{text.title}</PageHeading>
        <p className="text-lg text-muted">{text.subtitle(price.short)}</p>
        <Badge tone="accent" isLong>
          {recordTexts.deal.badge(price.short)}
        </Badge>
      </div>

      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {!draft && !isRecording && (
            <RecoveryCard
              except={deal.again.before?.id}
              onKeep={(kept, keptForm) => {
                deal.restore(detailsFrom(keptForm));
                // A start that still waits for the microphone gives way.
                recorder.reset();
                recorder.restore(kept);
              }}
            />
          )}
          <Card>
            <form
              ref={form}
              noValidate
              className="flex flex-col gap-6"
              onSubmit={(event) => event.preventDefault()}
            >
              <CardTitle id={`${formId}-title`}>{recordTexts.details.card}</CardTitle>
              {/* Out of sight and yet there: what appears together with its first words may not be read out. */}
              <p id={`${formId}-note`} role="status" className="text-muted empty:sr-only">
                {isSaving && text.beingSaved}
              </p>
              {/* What was sent is what counts: a change would be shown, and lost. */}
              <fieldset
                disabled={isSaving}
                aria-labelledby={`${formId}-title`}
                aria-describedby={isSaving ? `${formId}-note` : undefined}
                className="flex min-w-0 flex-col gap-6 disabled:[&_:is(input,select)]:bg-raised"
              >
                <DetailsFields
                  details={details}
                  photo={deal.photo}
                  problem={problem}
                  onChange={(changed) => {
                    clear();
                    deal.setDetails(changed);
                  }}
                  onPhoto={deal.setPhoto}
                  recorded={draft?.seconds ?? snapshot.seconds}
                />
              </fieldset>
              {!draft && !isRecording && (
                <AlsoSay
                  lines={linesToSay(details)}
                  onChange={(lines) => deal.setDetails(withLinesToSay(details, lines))}
                />
              )}
            </form>
          </Card>
          <section
            ref={stage}
            tabIndex={-1}
            aria-label={text.recorder}
            className="flex flex-col gap-6 outline-none"
          >
            {draft ? (
              <>
                {snapshot.endedBy && (
                  <Notice tone="warn">
                    {snapshot.endedBy === 'limit'
                      ? recordTexts.recorder.announce.limit
                      : recordTexts.recorder.failedRecording}
                  </Notice>
                )}
                <ProofStrip draft={draft} hash={deal.hash} server={saving.server} share={saving.progress} />
                <PreviewCard
                  draft={draft}
                  backupTranscript={backupTranscriptOf(details, draft)}
                  isSaving={isSaving}
                  progress={saving.progress}
                  waitsFor={saving.waitsFor}
                  survivesClosing={saving.survivesClosing}
                  error={save.error ? saveFailure(save.error, draft) : null}
                  onAgain={again}
                  onSave={() => {
                    // The form is still open beside it, so it may have changed since the start.
                    if (pass()) deal.save(draft);
                  }}
                  onRetry={saving.retry}
                />
              </>
            ) : (
              <>
                <InlineRecorder
                  recorder={recorder}
                  snapshot={snapshot}
                  details={details}
                  limitSeconds={limitSeconds}
                  onStart={start}
                  sound={{
                    ...{ recorder, planType, limitSeconds, mayChoose: pass },
                    form: { ...details, noticeGivenAt: '' },
                    onSound: (chosen) => {
                      deal.forgetNotice();
                      recorder.restore(chosen);
                    },
                  }}
                />
                <GoBackButton again={deal.again} onGoBack={deal.goBack} />
              </>
            )}
          </section>
        </div>
        <div className="min-w-0 lg:sticky lg:top-22">
          <AssistantCard
            agreementType={kindName(details.kind)}
            planType={planType}
            partyA={details.partyAName}
            partyB={details.partyBName}
            applying={draft || isRecording ? undefined : deal.applying}
            isQuiet={isRecording}
          />
        </div>
      </div>
    </Page>
  );
}

/** Contract creation screen. */
export default function CreateContract() {
  return (
    <OneAccount>
      <NewContract />
    </OneAccount>
  );
}
