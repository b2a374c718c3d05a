import { Camera, DollarSign, Mic } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Card, CardTitle } from '../../components/ui/card';
import { Field } from '../../components/ui/field';
import { t } from '../../i18n/en';
import { type Details, firstEmpty, isAmountFine, photoProblem } from './details';

interface DetailsFormProps {
  details: Details;
  photo: File | null;
  onChange: (details: Details) => void;
  onPhoto: (photo: File | null) => void;
  onStart: () => void;
}

interface PartyFieldsProps {
  side: 'A' | 'B';
  details: Details;
  onChange: (details: Details) => void;
}

function PartyFields({ side, details, onChange }: PartyFieldsProps) {
  const name = side === 'A' ? 'partyAName' : 'partyBName';
  const email = side === 'A' ? 'partyAEmail' : 'partyBEmail';
  const isA = side === 'A';
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold">
        {isA ? t.details.partyA : t.details.partyB}{' '}
        <span className="font-normal text-muted">· {isA ? t.details.partyAHint : t.details.partyBHint}</span>
      </legend>
      <Field
        label={isA ? t.details.partyAName : t.details.partyBName}
        name={name}
        autoComplete={isA ? 'name' : 'off'}
        required
        value={details[name]}
        onChange={(event) => onChange({ ...details, [name]: event.target.value })}
      />
      <Field
        label={isA ? t.details.partyAEmail : t.details.partyBEmail}
        name={email}
        type="email"
        inputMode="email"
        autoComplete={isA ? 'email' : 'off'}
        autoCapitalize="none"
        required
        value={details[email]}
        onChange={(event) => onChange({ ...details, [email]: event.target.value })}
      />
    </fieldset>
  );
}

interface PhotoFieldProps {
  photo: File | null;
  onPhoto: (photo: File | null) => void;
}

function PhotoField({ photo, onPhoto }: PhotoFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = photoProblem(file);
    setProblem(found);
    onPhoto(found ? null : file);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium">
        <span id={`${id}-label`}>{t.details.photo}</span>{' '}
        <span className="font-normal text-muted">({t.common.optional})</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <label
          className={buttonClass(
            'secondary',
            'md',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
          )}
        >
          <Camera className="size-5" aria-hidden="true" />
          {t.details.photoChoose}
          <input
            type="file"
            accept="image/*"
            aria-label={t.details.photo}
            aria-describedby={`${id}-note`}
            className="sr-only"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </label>
        {photo && (
          <Button variant="quiet" onClick={() => onPhoto(null)}>
            {t.details.photoRemove}
          </Button>
        )}
      </div>
      <p id={`${id}-note`} className={problem ? 'text-sm text-danger' : 'text-sm text-muted'}>
        {problem ?? (photo ? t.details.photoChosen(photo.name) : t.details.photoHint)}
      </p>
    </div>
  );
}

/** Who agrees, and on how much. Nothing is asked of the microphone before the button. */
export function DetailsForm({ details, photo, onChange, onPhoto, onStart }: DetailsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [amountProblem, setAmountProblem] = useState<string | undefined>();
  const missing = firstEmpty(details);
  const noteId = useId();

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

  const start = () => {
    if (missing) {
      focus(missing);
      return;
    }
    if (!isAmountFine(details.agreementAmount)) {
      setAmountProblem(t.details.badAmount);
      focus('agreementAmount');
      return;
    }
    // The browser's own check of the two e-mail fields.
    if (form.current?.reportValidity() === false) return;
    onStart();
  };

  return (
    <Card>
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <CardTitle>{t.details.card}</CardTitle>
        <div className="grid gap-6 sm:grid-cols-2">
          <PartyFields side="A" details={details} onChange={onChange} />
          <PartyFields side="B" details={details} onChange={onChange} />
        </div>
        <div className="grid gap-6 border-t border-line pt-6 sm:grid-cols-2">
          <Field
            label={t.details.amount}
            name="agreementAmount"
            optional
            inputMode="decimal"
            placeholder={t.details.amountPlaceholder}
            lead={<DollarSign className="size-4" aria-hidden="true" />}
            hint={t.details.amountHint}
            problem={amountProblem}
            value={details.agreementAmount}
            onChange={(event) => {
              setAmountProblem(undefined);
              onChange({ ...details, agreementAmount: event.target.value });
            }}
          />
          <PhotoField photo={photo} onPhoto={onPhoto} />
        </div>
        <div className="flex flex-col items-stretch gap-2 sm:items-start">
          <Button type="submit" size="lg" aria-disabled={missing !== null} aria-describedby={noteId}>
            <Mic className="size-5" aria-hidden="true" />
            {t.details.start}
          </Button>
          <p id={noteId} className="text-sm text-muted">
            {missing ? t.details.fillFirst : t.details.startNote}
          </p>
        </div>
      </form>
    </Card>
  );
}
