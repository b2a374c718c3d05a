import { type Dispatch, type SetStateAction, useMemo, useState } from 'react';
import { t } from '#texts/common';
import { formatDateTime, formatDuration } from '../../lib/format';
import { getSession } from '../../lib/session/session';
import { discardDraft } from '../recording/drafts/draft-recovery';
import type { DraftRecording } from '../recording/engine/recorder-state';
import { spokenIn } from '../recording/spoken';
import { withLine } from '../recording/ui/also-say';
import { useFingerprint } from '../recording/ui/use-recorder';
import type { DealKind } from './deal-kind';
import type { DealStep } from './deal-step-bar';
import {
  type Details,
  linesToSay,
  refusedDetail,
  rememberParty,
  startingDetails,
  toDraft,
  withLinesToSay,
} from './details';
import { isLengthKnown } from './draft-recording';
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
    length: isLengthKnown(draft) ? formatDuration(draft.seconds) : '',
    file: draft.fileName,
  });
  return draft.preview ? `${note}\n${t.recorder.preview.label}: ${draft.preview}` : note;
}

export type Deal = ReturnType<typeof useDeal>;

/** What the form says; what else is known of the deal depends on it. */
export type DetailsState = [details: Details, setDetails: Dispatch<SetStateAction<Details>>];

/** The form of a deal. @param kind the kind of deal that it opens with */
export function useDetails(kind: DealKind | ''): DetailsState {
  return useState<Details>(() => startingDetails(getSession().user, kind));
}

/** Everything the voice-deal flow knows, from the first field to the payment step. */
export function useDeal(draft: DraftRecording | null, [details, setDetails]: DetailsState) {
  const [step, setStep] = useState<DealStep>('details');
  const [photo, setShownPhoto] = useState<File | null>(null);
  const hash = useFingerprint(draft);
  const saving = useSave(draft, () => {
    // Sending may end after its account has gone, which leaves no name behind.
    if ([undefined, getSession().user?.id].includes(draft?.userId)) rememberParty(details);
    forgetPhoto(details.keptPhoto).catch(() => undefined);
    setStep(getSession().user ? 'payment' : 'signup');
  });

  const refused = useMemo(() => refusedDetail(saving.save.error), [saving.save.error]);

  const save = (recorded: DraftRecording) => {
    const data = { ...toDraft(details, backupTranscriptOf(details, recorded)), spoken: spokenIn(recorded) };
    const { planType } = details;
    saving.save.mutate({ draft: recorded, agreementData: JSON.stringify(data), planType, photo });
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

  /** A recording made elsewhere takes the place of one that was begun here, if there was one. */
  const forgetNotice = () => setDetails((now) => ({ ...now, noticeGivenAt: '' }));

  /** Takes over what the assistant suggests to say. */
  const applying = {
    applied: linesToSay(details),
    apply: (line: string) => setDetails((now) => withLinesToSay(now, withLine(linesToSay(now), line))),
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
    forgetNotice,
    applying,
    hash,
    save,
    saving,
    /** The detail that the server would not take. */
    refused,
    /** The number of the agreement; null until the server has it. */
    savedAs: saving.save.data ?? null,
    /** The plan that was sent with it: the form may have been changed since. */
    sentPlan: saving.save.variables?.planType ?? details.planType,
    discard,
  };
}
