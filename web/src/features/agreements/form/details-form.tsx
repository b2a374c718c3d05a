import { Mic } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { t } from '#texts/common';
import { Button } from '../../../components/ui/button';
import { Card, CardTitle } from '../../../components/ui/card';
import { useAfterFrame } from '../../../lib/browser/use-after-frame';
import { type Details, firstEmpty } from '../deal/details';
import { DetailsFields } from './details-fields';
import { useDetailsCheck } from './use-details-check';

interface DetailsFormProps {
  details: Details;
  photo: File | null;
  onChange: (details: Details) => void;
  onPhoto: (photo: File | null) => void;
  onStart: () => void;
  /** Drawn between the fields and the button. */
  children?: ReactNode;
}

/** Who agrees, and on how much. Nothing is asked of the microphone before the button. */
export function DetailsForm({ details, photo, onChange, onPhoto, onStart, children }: DetailsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { problem, clear, pass } = useDetailsCheck(details, form);
  const isMissing = firstEmpty(details) !== null;
  const noteId = useId();
  const start = useAfterFrame(onStart);

  return (
    <Card>
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (pass()) start.begin();
        }}
      >
        <CardTitle>{t.details.card}</CardTitle>
        <DetailsFields
          details={details}
          photo={photo}
          problem={problem}
          onChange={(changed) => {
            clear();
            onChange(changed);
          }}
          onPhoto={onPhoto}
        />
        {children}
        <div className="flex flex-col items-stretch gap-2 border-t border-line pt-6 sm:items-start">
          <p id={`${noteId}-consent`} className="font-medium text-pretty">
            {t.details.consent}
          </p>
          <Button
            type="submit"
            size="lg"
            className="mt-2"
            busy={start.isWaiting}
            aria-disabled={isMissing}
            aria-describedby={`${noteId} ${noteId}-consent`}
          >
            {!start.isWaiting && <Mic className="size-5" aria-hidden="true" />}
            {t.details.start}
          </Button>
          <p id={noteId} className="text-sm text-muted">
            {isMissing ? t.details.fillFirst : t.details.startNote}
          </p>
        </div>
      </form>
    </Card>
  );
}
