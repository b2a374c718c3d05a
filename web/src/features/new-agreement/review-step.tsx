import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#texts/common';
import { recordTexts } from '#texts/record';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import type { DraftRecording } from '../recording/engine/recorder-state';
import { SaveSound } from '../recording/ui/save-sound';
import { whatIsWrong } from './details';
import { DetailsFields, useDetailsCheck } from './details-fields';
import { DraftPlayer, saveFailure, WaitingNotice } from './draft-recording';
import { backupTranscriptOf, type Deal } from './use-deal';

interface ReviewedDetailsProps {
  deal: Deal;
  /** Seconds. */
  recorded: number;
  onDone: () => void;
}

/** The details once more after the recording, which stays as it is. */
function ReviewedDetails({ deal, recorded, onDone }: ReviewedDetailsProps) {
  const { details, refused } = deal;
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [found] = useState(() => refused ?? whatIsWrong(details));
  const { problem, clear, pass } = useDetailsCheck(details, form, found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wrong at first has the focus
  useEffect(() => {
    if (!problem) heading.current?.focus();
  }, []);
  return (
    <Card className="stage-in">
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4 sm:gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (pass()) onDone();
        }}
      >
        <CardTitle ref={heading} tabIndex={-1} className="outline-none">
          {recordTexts.details.card}
        </CardTitle>
        <DetailsFields
          details={details}
          photo={deal.photo}
          problem={problem}
          onChange={(changed) => {
            clear();
            deal.setDetails(changed);
          }}
          onPhoto={deal.setPhoto}
          recorded={recorded}
        />
        <Button type="submit" size="lg" className="sm:self-start">
          {recordTexts.details.changed}
        </Button>
      </form>
    </Card>
  );
}

interface ReviewStepProps {
  draft: DraftRecording;
  deal: Deal;
  onAgain: () => void;
}

/** Listen, then decide: again, with other details, or on. */
export function ReviewStep({ draft, deal, onAgain }: ReviewStepProps) {
  const { details, refused, saving } = deal;
  const { save, waitsFor, progress } = saving;
  const isSaving = save.isPending;
  const isBusy = isSaving && !waitsFor;
  const [isChanging, setChanging] = useState(false);
  const [told, setTold] = useState(refused);
  const changeButton = useRef<HTMLButtonElement>(null);
  if (refused !== told) {
    setTold(refused);
    if (refused) setChanging(true);
  }

  if (isChanging) {
    const close = () => {
      // What the server said was of the details before.
      save.reset();
      flushSync(() => setChanging(false));
      changeButton.current?.focus();
    };
    return <ReviewedDetails deal={deal} recorded={draft.seconds} onDone={close} />;
  }
  return (
    <Card className="flex flex-col gap-6">
      <DraftPlayer draft={draft} />
      <div className="flex flex-col gap-2 border-t border-line pt-5">
        <h2 className="font-sans text-base font-semibold">{recordTexts.deal.backupTitle}</h2>
        <p className="max-w-prose">{backupTranscriptOf(details, draft)}</p>
        <p className="text-sm text-muted">{recordTexts.deal.backupNote}</p>
        <Button
          ref={changeButton}
          variant="quiet"
          className="-mx-2 self-start px-2! text-accent underline underline-offset-4"
          aria-disabled={isSaving}
          onClick={isSaving ? undefined : () => setChanging(true)}
        >
          {recordTexts.details.change}
        </Button>
      </div>
      {save.error && (
        // Not announced: the message in the corner says it aloud.
        <Notice tone="danger">
          <p>{saveFailure(save.error, draft)}</p>
          <SaveSound read={async () => draft} className="mt-2 self-start" />
        </Notice>
      )}
      {waitsFor && (
        <WaitingNotice draft={draft} waitsFor={waitsFor} survivesClosing={saving.survivesClosing} />
      )}
      {isBusy && (
        <div className="flex flex-col gap-1.5">
          <Progress label={recordTexts.deal.uploading} value={progress * 100} />
          <p className="text-sm text-muted tabular-nums">
            {recordTexts.deal.uploaded(Math.round(progress * 100))}
          </p>
        </div>
      )}
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-end">
        {waitsFor ? (
          <Button size="lg" onClick={saving.retry}>
            {t.common.tryAgain}
          </Button>
        ) : (
          <Button
            size="lg"
            busy={isSaving}
            onClick={() => (whatIsWrong(details) ? setChanging(true) : deal.save(draft))}
          >
            {isSaving ? recordTexts.deal.processing : recordTexts.deal.continue}
          </Button>
        )}
        <Button size="lg" variant="secondary" aria-disabled={isBusy} onClick={isBusy ? undefined : onAgain}>
          <RotateCcw className="size-5" aria-hidden="true" />
          {t.recordAgain}
        </Button>
      </div>
    </Card>
  );
}
