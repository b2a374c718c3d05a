import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../components/ui/toast-store';
import { t } from '../../i18n/en';
import { ApiError, sentenceOf } from '../../lib/api-error';
import type { SavedRecording } from '../../lib/api-types';
import { formatAmount, formatDateTime, formatDuration } from '../../lib/format';
import { rememberPending } from '../../lib/pending-checkout';
import { getSession } from '../../lib/session';
import type { Take } from '../recorder/engine/recorder';
import { discardTake, markSaved } from '../recorder/spool/recovery';
import { type Details, EMPTY_DETAILS, PLAN_TYPE } from './details';
import type { ServerState } from './proof-strip';
import { hashOf, saveRecording } from './save-recording';

export type DealStep = 'details' | 'recording' | 'preview' | 'signup' | 'payment';

/** The note of who, what and when that is saved beside the sound. */
export function backupTranscriptOf(details: Details, take: Take): string {
  return t.deal.backupText({
    a: details.partyAName.trim(),
    b: details.partyBName.trim(),
    amount: details.agreementAmount.trim()
      ? formatAmount(details.agreementAmount.trim().replace(',', '.'))
      : '',
    when: formatDateTime(take.startedAt.toISOString()),
    length: formatDuration(take.seconds),
  });
}

/** Everything the voice-deal flow knows, from the first field to the payment step. */
export function useDeal(take: Take | null) {
  const [step, setStep] = useState<DealStep>('details');
  const [details, setDetails] = useState<Details>(() => ({
    ...EMPTY_DETAILS,
    partyAEmail: getSession().user?.email ?? '',
  }));
  const [photo, setPhoto] = useState<File | null>(null);
  const [hash, setHash] = useState<string | null>(null);
  const [progress, setProgress] = useState(0);
  const [saved, setSaved] = useState<SavedRecording | null>(null);
  const hashing = useRef<Promise<string | null>>(Promise.resolve(null));

  useEffect(() => {
    let isGone = false;
    setHash(null);
    if (!take) return;
    hashing.current = hashOf(take.blob).catch(() => null);
    hashing.current.then((value) => !isGone && setHash(value)).catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [take]);

  const save = useMutation({
    mutationFn: async (recorded: Take) => {
      setProgress(0);
      const answer = await saveRecording({
        details,
        take: recorded,
        photo,
        backupTranscript: backupTranscriptOf(details, recorded),
        onProgress: setProgress,
      });
      const own = await hashing.current;
      if (own && answer.sha256 && own !== answer.sha256) {
        throw new ApiError(0, 'hash_mismatch', t.safe.mismatch, t.safe.mismatch);
      }
      return answer;
    },
    onSuccess: (answer, recorded) => {
      const isSignedIn = getSession().user !== null;
      setSaved(answer);
      rememberPending({
        agreementId: answer.agreementId,
        planType: PLAN_TYPE,
        claimToken: answer.claimToken ?? null,
      });
      markSaved(recorded.id, answer.agreementId).catch(() => undefined);
      toast({
        title: t.deal.savedTitle,
        text: isSignedIn ? t.deal.savedSignedIn : t.deal.savedVisitor,
      });
      setStep(isSignedIn ? 'payment' : 'signup');
    },
    onError: (error) =>
      toast({ title: t.common.error, text: sentenceOf(error, t.deal.saveFallback), tone: 'destructive' }),
  });

  const discard = () => {
    if (take) discardTake(take.id).catch(() => undefined);
    save.reset();
  };

  const server: ServerState = saved
    ? 'safe'
    : save.isPending
      ? 'sending'
      : save.error instanceof ApiError && save.error.code === 'hash_mismatch'
        ? 'mismatch'
        : 'later';

  return {
    step,
    setStep,
    details,
    setDetails,
    photo,
    setPhoto,
    hash,
    progress,
    saved,
    save,
    discard,
    server,
  };
}
