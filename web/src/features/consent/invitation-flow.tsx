import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { invitationTexts as text } from '#texts/invitation';
import { recordTexts } from '#texts/record';
import { Page, PageHeading } from '../../components/layout/page';
import { Button } from '../../components/ui/button';
import { lazyPart, MissingDialog } from '../../components/ui/lazy-part';
import { Notice, Told } from '../../components/ui/notice';
import type { RemoteAgreement } from '../../lib/api/api-types';
import { configQuery } from '../../lib/api/server-data';
import { useLeaveWarning } from '../../lib/browser/hooks';
import { cn } from '../../lib/cn';
import { dateInWords, formatAmount } from '../../lib/format';
import { ProofStrip } from '../new-agreement/draft-recording';
import { recordingLimit } from '../payments/plans';
import { discardDraft } from '../recording/drafts/draft-recovery';
import { draftLoss, holdsMicrophone, openRecordingLoss } from '../recording/engine/recorder-state';
import { ownScript } from '../recording/spoken';
import { GoBackButton, useRecordAgain } from '../recording/ui/record-again';
import { RecorderPanel } from '../recording/ui/recorder-panel';
import { RecoveryCard } from '../recording/ui/recovery-card';
import { useRecorder } from '../recording/ui/use-recorder';
import { AccessCard } from './access-card';
import { AnswerCard, NO_TICKS } from './answer-card';
import { DeclinedView, DoneView } from './answered-view';
import { closedState } from './closed-view';
import { DetailsCard, ImportantCard, LISTEN_TITLE, ListenCard } from './invitation-details';
import { type KeyLoss, keyLossOf } from './invitation-key';
import { ReviewConsent, useConsent } from './review-consent';

const DeclineDialog = lazyPart(() => import('./decline-dialog').then((m) => m.DeclineDialog), {
  missing: MissingDialog,
});

type View = 'details' | 'recording' | 'review' | 'done' | 'declined';

const TITLES: Record<View, string> = {
  details: text.title,
  recording: text.recording.title,
  review: text.review.title,
  done: text.done.title,
  declined: text.declined.title,
};

interface InvitationFlowProps {
  agreement: RemoteAgreement;
  invitationKey: string | null;
  /** Why there is no key any more; null where there was none, or is one. */
  keyLoss: KeyLoss | null;
  /** Shown in place of the recording and the statements while the key's part of the agreement is not read; else null. */
  reading: ReactNode;
  /** The link said no: the question for the reason is open at once. */
  startsDeclining: boolean;
  /** A code was confirmed. */
  onKey: (key: string) => void;
  /** The key opens nothing any more. */
  onKeyLost: (loss: KeyLoss) => void;
  /** The consent, or the refusal, is on the server. */
  onAnswered: () => void;
  /** The invitation ended while the page was open. */
  onEnded: (error: unknown) => void;
}

/** From reading the agreement to the spoken consent. Nothing is asked of the microphone before the recorder's own button. */
export function InvitationFlow(props: InvitationFlowProps) {
  const { agreement, invitationKey, keyLoss, reading, startsDeclining } = props;
  const { onKey, onKeyLost, onAnswered, onEnded } = props;
  const { agreementId, partyAName, partyBName, amount } = agreement;
  const limitSeconds = recordingLimit(agreement.planType, useQuery(configQuery).data);
  const { recorder, snapshot } = useRecorder(limitSeconds);
  const { draft } = snapshot;
  const again = useRecordAgain(recorder, snapshot);
  const [view, setView] = useState<View>('details');
  const [hasHeard, setHeard] = useState(false);
  const [ticks, setTicks] = useState(NO_TICKS);
  const [isDeclining, setDeclining] = useState(startsDeclining && invitationKey !== null);
  const consent = useConsent({ agreementId, key: invitationKey, statements: ticks, draft });
  const canAnswer = invitationKey !== null && !reading;
  const isRecording = holdsMicrophone(snapshot.state);
  const { send } = consent;

  useEffect(() => {
    if (snapshot.state === 'stopped' && view === 'recording') setView('review');
  }, [snapshot.state, view]);

  // What was recorded does not depend on reading the agreement once more.
  const isOpened = view === 'review' ? invitationKey !== null : canAnswer;
  const wasOpened = useRef(isOpened);
  useEffect(() => {
    // The form for the code went away with the focus in it: it goes to the heading of what the code has opened.
    if (isOpened && !wasOpened.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>(view === 'details' ? `#${LISTEN_TITLE}` : 'main h1')?.focus();
    wasOpened.current = isOpened;
  }, [isOpened, view]);

  useLeaveWarning(openRecordingLoss(snapshot) ?? draftLoss(draft, send));

  const record = () => {
    recorder.start({ consentFor: agreementId, partyAName, partyBName }).catch(() => undefined);
  };
  /**
   * Goes on where a refusal leads: to a new link or a code, or to why the invitation ended. Answers whether it led anywhere.
   * What was recorded stays.
   */
  const follow = (error: unknown): boolean => {
    const loss = keyLossOf(error);
    if (loss) {
      setDeclining(false);
      // What is said of the key says why nothing was sent.
      send.reset();
      onKeyLost(keyLoss ?? loss);
      return true;
    }
    if (closedState(error)) onEnded(error);
    return closedState(error) !== null;
  };
  const dropDraft = () => {
    if (draft) discardDraft(draft.id).catch(() => undefined);
    again.discard();
    send.reset();
    recorder.reset();
  };

  return (
    <Page
      title={TITLES[view]}
      focusKey={view}
      width="flow"
      className={cn(
        'flex flex-col',
        view === 'recording'
          ? 'min-h-[calc(100dvh-4.125rem)] gap-3 py-3! sm:gap-4 sm:py-6!'
          : 'gap-5 sm:gap-6',
      )}
    >
      {(view === 'details' || view === 'recording' || view === 'review') && (
        <div className="flex flex-col gap-1">
          <PageHeading className={view === 'recording' ? 'text-xl! sm:text-2xl!' : undefined}>
            {TITLES[view]}
          </PageHeading>
          <p className={view === 'recording' ? 'text-muted' : 'text-lg text-muted'}>
            {view === 'details' && text.lead(partyAName)}
            {view === 'recording' && text.recording.lead(partyAName)}
            {view === 'review' && text.review.lead}
          </p>
        </div>
      )}

      {view === 'details' && (
        <>
          <RecoveryCard
            consentFor={agreementId}
            except={again.before?.id}
            onKeep={(kept) => {
              again.letGo();
              // One that was kept before gives way, and stays on the device.
              recorder.reset();
              recorder.restore(kept);
            }}
          />
          <Told>{draft && <Notice tone="ok">{text.keptUsed}</Notice>}</Told>
          <DetailsCard agreement={agreement} invitationKey={invitationKey} />
          {canAnswer && (
            <ListenCard
              agreement={agreement}
              invitationKey={invitationKey}
              onHeard={() => setHeard(true)}
              onRefused={follow}
            />
          )}
          <ImportantCard agreement={agreement} />
        </>
      )}

      {invitationKey === null && (view === 'details' || view === 'review') && (
        <AccessCard
          agreementId={agreementId}
          lost={keyLoss && text.access.lost[keyLoss][view === 'review' ? 'inReview' : 'before']}
          onKey={onKey}
        />
      )}

      {view === 'details' && reading}
      {view === 'details' && canAnswer && (
        <AnswerCard
          partyBName={partyBName}
          ticks={ticks}
          hasDraft={draft !== null}
          hasHeard={hasHeard}
          onTick={setTicks}
          onAccept={() => setView(draft ? 'review' : 'recording')}
          onDecline={() => setDeclining(true)}
        />
      )}

      {view === 'recording' && (
        <>
          <RecorderPanel
            recorder={recorder}
            snapshot={snapshot}
            limitSeconds={limitSeconds}
            script={ownScript(
              text.recording.script({
                a: partyAName,
                b: partyBName,
                date: dateInWords(new Date().toISOString()),
                amount: amount ? formatAmount(amount) : '',
              }),
            )}
            onStart={record}
          />
          <GoBackButton
            again={again}
            onGoBack={() => {
              again.goBack();
              setView('review');
            }}
          />
          {!isRecording && (
            <Button
              variant="quiet"
              className="self-start"
              onClick={() => {
                recorder.reset();
                setView('details');
              }}
            >
              <ArrowLeft className="size-5" aria-hidden="true" />
              {text.recording.back}
            </Button>
          )}
        </>
      )}

      {view === 'review' && draft && (
        <>
          <ProofStrip
            draft={draft}
            hash={consent.hash}
            server={send.isPending ? (consent.waitsFor ?? 'sending') : 'later'}
            laterText={text.review.later}
          />
          {snapshot.endedBy && (
            <Notice tone="warn">
              {snapshot.endedBy === 'limit'
                ? recordTexts.recorder.announce.limit
                : recordTexts.recorder.failedRecording}
            </Notice>
          )}
          <ReviewConsent
            draft={draft}
            isSending={send.isPending}
            progress={consent.progress}
            waitsFor={consent.waitsFor}
            error={send.error}
            onAgain={() => {
              send.reset();
              again.begin();
              setView('recording');
            }}
            onRetry={consent.retry}
            onSend={() =>
              send.mutate(draft, {
                onSuccess: () => {
                  again.discard();
                  onAnswered();
                  setView('done');
                },
                onError: (error) => {
                  // What only this page has would go with the screen: why the invitation ended is said beside it.
                  if (draft.isOnDevice || keyLossOf(error)) follow(error);
                },
              })
            }
          />
        </>
      )}

      {view === 'done' && send.data && (
        <DoneView agreement={agreement} invitationKey={invitationKey} answer={send.data} />
      )}
      {view === 'declined' && <DeclinedView agreement={agreement} />}

      {isDeclining && (
        <DeclineDialog
          agreement={agreement}
          invitationKey={invitationKey}
          onClose={() => setDeclining(false)}
          onDeclined={() => {
            setDeclining(false);
            dropDraft();
            onAnswered();
            setView('declined');
          }}
          onRefused={follow}
        />
      )}
    </Page>
  );
}
