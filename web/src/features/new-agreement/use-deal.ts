import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react';
import { recordTexts } from '#texts/record';
import { formatDateTime, formatDuration } from '../../lib/format';
import { getSession } from '../../lib/session/session';
import { forgetUnnamedPhoto, keepForm } from '../recording/drafts/draft-recovery';
import { keepPhoto, readKeptPhoto } from '../recording/drafts/kept-photo';
import type { Recorder } from '../recording/engine/recorder';
import {
  type DraftRecording,
  holdsMicrophone,
  type RecorderSnapshot,
} from '../recording/engine/recorder-state';
import { spokenIn } from '../recording/spoken';
import { withLine } from '../recording/ui/also-say';
import { useRecordAgain } from '../recording/ui/record-again';
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
import { useSave } from './save-recording';
import { amountText } from './script';

/** The note of who, what and when that is saved beside the sound, with the rough words if there are any. */
export function backupTranscriptOf(details: Details, draft: DraftRecording): string {
  const note = recordTexts.deal.backupText({
    a: details.partyAName.trim(),
    b: details.partyBName.trim(),
    amount: amountText(details.agreementAmount),
    when: formatDateTime(draft.startedAt.toISOString()),
    length: isLengthKnown(draft) ? formatDuration(draft.seconds) : '',
    file: draft.fileName,
  });
  return draft.preview ? `${note}\n${recordTexts.recorder.preview.label}: ${draft.preview}` : note;
}

export type Deal = ReturnType<typeof useDeal>;

/** What the form says; what else is known of the deal depends on it. */
export type DetailsState = [details: Details, setDetails: Dispatch<SetStateAction<Details>>];

/** The form of a deal. @param kind the kind of deal that it opens with */
export function useDetails(kind: DealKind | ''): DetailsState {
  return useState<Details>(() => startingDetails(getSession().user, kind));
}

/** Changes that follow each other faster than this are kept together, in ms. */
const KEEP_PAUSE_MS = 300;

/**
 * Keeps the details beside a finished recording as they are changed: after a reload they come back with it. A photo that
 * was replaced is forgotten once nothing on this device speaks of it any more.
 */
function useKeptDetails({ draft, state }: RecorderSnapshot, details: Details): void {
  /** Photos that this device keeps for the details, the present one and those before. */
  const photos = useRef(new Set<string>());
  /** What is still to be kept. */
  const due = useRef<(() => void) | null>(null);
  const draftId = draft?.isOnDevice ? draft.id : null;
  // What began on the device speaks of the photo that it began with.
  const isRecording = !draft && (state === 'requesting' || holdsMicrophone(state));

  useEffect(() => {
    const { keptPhoto } = details;
    photos.current.add(keptPhoto);
    due.current = null;
    const forgetOthers = () => {
      for (const place of photos.current) {
        if (place !== keptPhoto) forgetUnnamedPhoto(place).catch(() => undefined);
      }
    };
    if (!draftId) {
      if (!isRecording) forgetOthers();
      return;
    }
    due.current = () => {
      due.current = null;
      // A device that is full keeps what it had, with its photo.
      keepForm(draftId, { ...details })
        .then(forgetOthers)
        .catch(() => undefined);
    };
    const timer = setTimeout(() => due.current?.(), KEEP_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draftId, isRecording, details]);

  // Whoever leaves at once has changed it all the same.
  useEffect(() => () => due.current?.(), []);
}

/** Everything the voice-deal flow knows, from the first field to the payment step. */
export function useDeal(recorder: Recorder, snapshot: RecorderSnapshot, [details, setDetails]: DetailsState) {
  const { draft } = snapshot;
  const again = useRecordAgain(recorder, snapshot);
  /** Of the recording that may be gone back to: when everyone present had been told of it. */
  const noticeBefore = useRef('');
  const [step, setStep] = useState<DealStep>('details');
  const [photo, setShownPhoto] = useState<File | null>(null);
  const hash = useFingerprint(draft);
  const saving = useSave(draft, () => {
    // Sending may end after its account has gone, which leaves no name behind.
    if ([undefined, getSession().user?.id].includes(draft?.userId)) rememberParty(details);
    forgetUnnamedPhoto(details.keptPhoto).catch(() => undefined);
    again.discard();
    setStep(getSession().user ? 'payment' : 'signup');
  });

  useKeptDetails(snapshot, details);

  const refused = useMemo(() => refusedDetail(saving.save.error), [saving.save.error]);

  const save = (recorded: DraftRecording) => {
    const data = { ...toDraft(details, backupTranscriptOf(details, recorded)), spoken: spokenIn(recorded) };
    saving.save.mutate({ draft: recorded, agreementData: JSON.stringify(data), photo });
  };

  const setPhoto = (chosen: File | null) => {
    setShownPhoto(chosen);
    const place = chosen ? keepPhoto(chosen) : Promise.resolve('');
    place.then((keptPhoto) => setDetails((now) => ({ ...now, keptPhoto }))).catch(() => undefined);
  };

  /** Takes over what was kept beside a draft recording that was left behind. */
  const restore = (kept: Details) => {
    again.letGo();
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

  /** Clears the way for another recording; this one is not sent any more. */
  const recordAgain = () => {
    if (!again.before) noticeBefore.current = details.noticeGivenAt;
    saving.cancel().catch(() => undefined);
    again.begin();
  };

  const goBack = () => {
    setDetails((now) => ({ ...now, noticeGivenAt: noticeBefore.current }));
    again.goBack();
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
    again,
    recordAgain,
    goBack,
  };
}
