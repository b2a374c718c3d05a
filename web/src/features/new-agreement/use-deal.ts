import { useMemo, useState } from 'react';
import { t } from '#texts/common';
import { formatDateTime, formatDuration } from '../../lib/format';
import { getSession } from '../../lib/session/session';
import { discardDraft } from '../recording/drafts/draft-recovery';
import type { DraftRecording } from '../recording/engine/recorder-state';
import { spokenIn } from '../recording/spoken';
import { useFingerprint } from '../recording/ui/use-recorder';
import type { DealKind } from './deal-kind';
import type { DealStep } from './deal-step-bar';
import { type Details, refusedDetail, rememberParty, startingDetails, toDraft } from './details';
import { forgetPhoto, keepPhoto, readKeptPhoto } from './photo';
import { useSave } from './save-recording';
import { amountText } from './script';

/** The note of who, what and when that is saved beside the sound, with the rough words if there are any. */
export function backupTranscriptOf(details: Details, draft: DraftRecording): string {
  const note = t.deal.backupText({
    a: details.partyAName.trim(),
    b: details.partyBName.trim(),
    amount: amountText(details.agreementAmount),
    when: formatDateTime(draft.startedAt.toISOString()),
    length: formatDuration(draft.seconds),
  });
  return draft.preview ? `${note}\n${t.recorder.preview.label}: ${draft.preview}` : note;
}

export type Deal = ReturnType<typeof useDeal>;

/** Everything the voice-deal flow knows, from the first field to the payment step. `kind` is the kind of deal it opens with. */
export function useDeal(draft: DraftRecording | null, kind: DealKind | '' = '') {
  const [step, setStep] = useState<DealStep>('details');
  const [details, setDetails] = useState<Details>(() => startingDetails(getSession().user, kind));
  const [photo, setShownPhoto] = useState<File | null>(null);
  const hash = useFingerprint(draft);
  const saving = useSave(draft, () => {
    rememberParty(details);
    forgetPhoto(details.keptPhoto).catch(() => undefined);
    setStep(getSession().user ? 'payment' : 'signup');
  });

  const refused = useMemo(() => refusedDetail(saving.save.error), [saving.save.error]);

  const save = (recorded: DraftRecording) => {
    const data = { ...toDraft(details, backupTranscriptOf(details, recorded)), spoken: spokenIn(recorded) };
    saving.save.mutate({ draft: recorded, agreementData: JSON.stringify(data), photo });
  };

  const setPhoto = (chosen: File | null) => {
    setShownPhoto(chosen);
    const place = chosen ? keepPhoto(chosen) : Promise.resolve('');
    forgetPhoto(details.keptPhoto)
      .then(() => place)
      .then((keptPhoto) => setDetails((now) => ({ ...now, keptPhoto })))
      .catch(() => undefined);
  };

  /** Takes over what was kept beside a draft recording that was left behind. */
  const restore = (kept: Details) => {
    setDetails(kept);
    readKeptPhoto(kept.keptPhoto)
      .then(setShownPhoto)
      .catch(() => undefined);
  };

  /** The details with the moment of this start; everyone present has been told. */
  const giveNotice = (): Details => {
    const told = { ...details, noticeGivenAt: new Date().toISOString() };
    setDetails(told);
    return told;
  };

  const discard = () => {
    saving
      .cancel()
      .then(() => draft && discardDraft(draft.id))
      .catch(() => undefined);
  };

  return {
    step,
    setStep,
    details,
    setDetails,
    photo,
    setPhoto,
    restore,
    giveNotice,
    hash,
    save,
    saving,
    /** The detail that the server would not take. */
    refused,
    /** The number of the agreement; null until the server has it. */
    savedAs: saving.save.data ?? null,
    discard,
  };
}
