import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Page, PageHeading } from '../components/layout/page';
import { StepBar } from '../components/layout/step-bar';
import { Badge } from '../components/ui/badge';
import { Button } from '../components/ui/button';
import { Notice } from '../components/ui/notice';
import { PaymentStep, PreviewStep, SignupStep } from '../features/agreements/deal-steps';
import { detailsFrom, PLAN_TYPE } from '../features/agreements/details';
import { DetailsForm } from '../features/agreements/details-form';
import { ProofStrip } from '../features/agreements/proof-strip';
import { backupTranscriptOf, type DealStep, useDeal } from '../features/agreements/use-deal';
import { contractPrice } from '../features/payments/price';
import { holdsMicrophone } from '../features/recorder/engine/state';
import { RecorderPanel } from '../features/recorder/ui/recorder-panel';
import { RecoveryCard } from '../features/recorder/ui/recovery-card';
import { useRecorder } from '../features/recorder/use-recorder';
import { t } from '../i18n/en';
import { sentenceOf } from '../lib/api-error';
import { cn } from '../lib/cn';
import { configQuery } from '../lib/config';
import { formatAmount } from '../lib/format';
import { goToCheckout } from '../lib/pending-checkout';
import { useSession } from '../lib/session';

const LIMIT_SECONDS = 600;

const TITLES: Record<DealStep, string> = {
  details: t.deal.title,
  recording: t.deal.recordLead,
  preview: t.deal.reviewTitle,
  signup: t.deal.accountTitle,
  payment: t.deal.paymentTitle,
};

/** Voice-deal flow: record first, pay later. */
export default function RecordVoiceDeal() {
  const { user } = useSession();
  const config = useQuery(configQuery);
  const { recorder, snapshot } = useRecorder(LIMIT_SECONDS);
  const { take } = snapshot;
  const deal = useDeal(take);
  const { step, setStep, details } = deal;
  const price = contractPrice(config.data);
  const isRecording = holdsMicrophone(snapshot.state);

  useEffect(() => {
    if (snapshot.state === 'stopped' && step === 'recording') setStep('preview');
  }, [snapshot.state, step, setStep]);

  useEffect(() => {
    if (!isRecording) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRecording]);

  const record = () => {
    recorder.start({ ...details }).catch(() => undefined);
  };

  const names: DealStep[] = user
    ? ['details', 'recording', 'preview', 'payment']
    : ['details', 'recording', 'preview', 'signup', 'payment'];
  const amount = details.agreementAmount.trim();

  return (
    <Page
      title={TITLES[step]}
      focusKey={step}
      width="flow"
      className={cn(
        'flex flex-col',
        step === 'recording'
          ? 'min-h-[calc(100dvh-4.125rem)] gap-3 py-3! sm:gap-4 sm:py-6!'
          : 'gap-5 sm:gap-6',
      )}
    >
      <StepBar names={names.map((name) => t.deal.stepNames[name])} current={names.indexOf(step)} />
      <div className="flex flex-col gap-2">
        <PageHeading
          className={step === 'recording' ? 'text-base! font-semibold! font-sans! sm:text-2xl!' : undefined}
        >
          {TITLES[step]}
        </PageHeading>
        {step === 'details' && (
          <>
            <p className="text-lg text-muted">{t.deal.subtitle}</p>
            <Badge tone="accent" isLong className="self-start">
              {t.deal.badge(price.short)}
            </Badge>
          </>
        )}
        {step === 'preview' && <p className="text-lg text-muted">{t.deal.reviewLead}</p>}
      </div>

      {step === 'details' && (
        <>
          <RecoveryCard
            onKeep={(kept, form) => {
              deal.setDetails(detailsFrom(form));
              recorder.restore(kept);
              setStep('preview');
            }}
          />
          <DetailsForm
            details={details}
            photo={deal.photo}
            onChange={deal.setDetails}
            onPhoto={deal.setPhoto}
            onStart={() => {
              setStep('recording');
              record();
            }}
          />
        </>
      )}

      {step === 'recording' && (
        <>
          <RecorderPanel
            recorder={recorder}
            snapshot={snapshot}
            limitSeconds={LIMIT_SECONDS}
            script={t.recorder.script(
              details.partyAName.trim(),
              details.partyBName.trim(),
              amount ? formatAmount(amount.replace(',', '.')) : '',
            )}
            onStart={record}
          />
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
              {t.deal.back}
            </Button>
          )}
        </>
      )}

      {take && step !== 'details' && step !== 'recording' && (
        <ProofStrip take={take} hash={deal.hash} server={deal.server} />
      )}

      {step === 'preview' && snapshot.endedBy && (
        <Notice tone="warn">
          {snapshot.endedBy === 'limit' ? t.recorder.announce.limit : t.recorder.failedTake}
        </Notice>
      )}

      {take && step === 'preview' && (
        <PreviewStep
          take={take}
          backupTranscript={backupTranscriptOf(details, take)}
          isSaving={deal.save.isPending}
          progress={deal.progress}
          error={deal.save.error ? sentenceOf(deal.save.error, t.deal.saveFallback) : null}
          onAgain={() => {
            deal.discard();
            recorder.reset();
            setStep('recording');
          }}
          onContinue={() => deal.save.mutate(take)}
        />
      )}

      {step === 'signup' && <SignupStep />}

      {step === 'payment' && deal.saved && (
        <PaymentStep
          agreementId={deal.saved.agreementId}
          priceText={price.short}
          onPay={() => deal.saved && goToCheckout(deal.saved.agreementId, PLAN_TYPE)}
        />
      )}
    </Page>
  );
}
