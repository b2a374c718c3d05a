import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useSearch } from 'wouter';
import { recordTexts } from '#texts/record';
import { OneAccount, useShownSignedOut } from '../../app/one-account';
import { Page, PageHeading } from '../../components/layout/page';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { configQuery } from '../../lib/api/server-data';
import { useLeaveWarning, useOpenedAgain } from '../../lib/browser/hooks';
import { cn } from '../../lib/cn';
import { speakDuration } from '../../lib/format';
import { goToCheckout } from '../../lib/session/pending-checkout';
import { useSession } from '../../lib/session/session';
import { AssistantWidget } from '../assistant/assistant-widget';
import { recordingLimit } from '../payments/plans';
import { contractPrice } from '../payments/price';
import { holdsMicrophone, openRecordingLoss } from '../recording/engine/recorder-state';
import { MicCheck } from '../recording/ui/microphone-check';
import { GoBackButton } from '../recording/ui/record-again';
import { RecorderPanel } from '../recording/ui/recorder-panel';
import { SpokenLanguageChoice, useLanguageNote } from '../recording/ui/recording-options';
import { RecoveryCard } from '../recording/ui/recovery-card';
import { SoundUpload, type SoundUploadProps } from '../recording/ui/sound-upload';
import { useRecorder } from '../recording/ui/use-recorder';
import { useCoverage } from '../subscription/coverage';
import { dealKindFrom } from './deal-kind';
import { type DealStep, DealStepBar } from './deal-step-bar';
import { detailsFrom } from './details';
import { ProofStrip } from './draft-recording';
import { ReviewStep } from './review-step';
import { kindName, scriptFor } from './script';
import { useDeal, useDetails } from './use-deal';
import { DetailsForm, PaymentStep, SignupStep } from './voice-deal-steps';

const TITLES: Record<Exclude<DealStep, 'recording'>, string> = {
  details: recordTexts.deal.title,
  preview: recordTexts.deal.reviewTitle,
  signup: recordTexts.deal.accountTitle,
  payment: recordTexts.deal.paymentTitle,
};

/** One deal, from its details to the payment. `onNext` asks for another one. */
function VoiceDeal({ onNext }: { onNext: () => void }) {
  const { user } = useSession();
  const config = useQuery(configQuery);
  const form = useDetails(dealKindFrom(new URLSearchParams(useSearch()).get('kind')));
  const { planType } = form[0];
  const limitSeconds = recordingLimit(planType, config.data);
  const { recorder, snapshot } = useRecorder(limitSeconds);
  const { draft } = snapshot;
  const deal = useDeal(recorder, snapshot, form);
  const { step, setStep, details } = deal;
  // Signing in may have happened in another tab.
  if (user && step === 'signup') setStep('payment');
  // Paying leads through the login page.
  useShownSignedOut(step === 'payment');
  const title =
    step === 'recording' ? recordTexts.deal.recordLead(speakDuration(limitSeconds)) : TITLES[step];
  const price = contractPrice(config.data);
  const coverage = useCoverage(planType, user !== null && step === 'payment');
  const [language, setLanguage] = useState(recorder.language);
  const languageNote = useLanguageNote(language);
  const noteId = useId();
  const isRecording = holdsMicrophone(snapshot.state);

  useEffect(() => {
    if (snapshot.state === 'stopped' && step === 'recording') setStep('preview');
  }, [snapshot.state, step, setStep]);

  useLeaveWarning(openRecordingLoss(snapshot));
  // What is not saved yet would be lost.
  useOpenedAgain(() => deal.savedAs !== null && onNext());

  const record = () => {
    recorder.start({ ...deal.giveNotice() }).catch(() => undefined);
  };

  const goBack = () => {
    deal.goBack();
    setStep('preview');
  };

  const sound: SoundUploadProps = {
    ...{ recorder, planType, limitSeconds },
    form: { ...details, noticeGivenAt: '' },
    onSound: (chosen) => {
      deal.forgetNotice();
      recorder.restore(chosen);
      setStep('preview');
    },
  };

  return (
    <Page
      title={title}
      focusKey={step}
      width="flow"
      className={cn(
        'flex flex-col',
        step === 'recording'
          ? 'min-h-[calc(100dvh-4.125rem)] gap-3 py-3! sm:gap-4 sm:py-6!'
          : 'gap-5 sm:gap-6',
      )}
    >
      <DealStepBar step={step} hasAccount={user !== null || step === 'payment'} />
      <div className="flex flex-col gap-2">
        <PageHeading
          className={step === 'recording' ? 'text-base! font-semibold! font-sans! sm:text-2xl!' : undefined}
        >
          {title}
        </PageHeading>
        {step === 'details' && (
          <>
            <p className="text-lg text-muted">{recordTexts.deal.subtitle}</p>
            <Badge tone="accent" isLong className="self-start">
              {recordTexts.deal.badge(price.short)}
            </Badge>
          </>
        )}
        {step === 'preview' && <p className="text-lg text-muted">{recordTexts.deal.reviewLead}</p>}
      </div>

      {step === 'details' && (
        <>
          <RecoveryCard
            except={deal.again.before?.id}
            onKeep={(kept, form) => {
              deal.restore(detailsFrom(form));
              recorder.restore(kept);
              setStep('preview');
            }}
          />
          <GoBackButton again={deal.again} onGoBack={goBack} />
          <DetailsForm
            details={details}
            photo={deal.photo}
            onChange={deal.setDetails}
            onPhoto={deal.setPhoto}
            onStart={() => {
              setStep('recording');
              record();
            }}
            note={
              languageNote && (
                <Notice tone="warn">
                  <p id={noteId}>{languageNote}</p>
                </Notice>
              )
            }
            extra={(pass) => (
              <>
                <MicCheck />
                <SpokenLanguageChoice recorder={recorder} noteId={noteId} onLanguage={setLanguage} />
                <SoundUpload {...sound} mayChoose={pass} />
              </>
            )}
          />
        </>
      )}

      {step === 'recording' && (
        <>
          <RecorderPanel
            recorder={recorder}
            snapshot={snapshot}
            limitSeconds={limitSeconds}
            script={scriptFor(details)}
            startNote={recordTexts.details.consent}
            wayOut={<SoundUpload {...sound} isWayOut />}
            onStart={record}
          />
          <GoBackButton again={deal.again} onGoBack={goBack} />
          {snapshot.state === 'idle' && <SoundUpload {...sound} />}
          {!isRecording && (
            <Button
              variant="quiet"
              className="self-start"
              onClick={() => {
                recorder.reset();
                setStep('details');
              }}
            >
              <ArrowLeft className="size-5" aria-hidden="true" />
              {recordTexts.deal.back}
            </Button>
          )}
        </>
      )}

      {draft && step !== 'details' && step !== 'recording' && (
        <ProofStrip draft={draft} hash={deal.hash} server={deal.saving.server} share={deal.saving.progress} />
      )}

      {step === 'preview' && snapshot.endedBy && (
        <Notice tone="warn">
          {snapshot.endedBy === 'limit'
            ? recordTexts.recorder.announce.limit
            : recordTexts.recorder.failedRecording}
        </Notice>
      )}

      {draft && step === 'preview' && (
        <ReviewStep
          draft={draft}
          deal={deal}
          onAgain={() => {
            deal.recordAgain();
            setStep('recording');
          }}
        />
      )}

      {step === 'signup' && <SignupStep />}

      {step === 'payment' && deal.savedAs && (
        <PaymentStep
          agreementId={deal.savedAs}
          priceText={price.short}
          coverage={coverage}
          onPay={() => deal.savedAs && goToCheckout(deal.savedAs, planType)}
        />
      )}

      <AssistantWidget
        applying={step === 'details' ? deal.applying : undefined}
        isAway={step === 'recording' || step === 'preview'}
        agreementType={kindName(details.kind)}
        planType={planType}
        partyA={details.partyAName}
        partyB={details.partyBName}
      />
    </Page>
  );
}

/** Voice-deal flow: record first, pay later. */
export default function RecordVoiceDeal() {
  const [round, setRound] = useState(1);
  return (
    <OneAccount>
      <VoiceDeal key={round} onNext={() => setRound(round + 1)} />
    </OneAccount>
  );
}
