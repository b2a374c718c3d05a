import { Check, Mic } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { recordTexts } from '#texts/record';
import { Button, ButtonLink } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { useAfterFrame } from '../../lib/browser/hooks';
import { formatAgreementId, formatDateTime } from '../../lib/format';
import { AlsoSay } from '../recording/ui/also-say';
import type { ExpectedCoverage } from '../subscription/coverage';
import { type Details, linesToSay, REQUIRED_DETAILS, withLinesToSay } from './details';
import { DetailsFields, useDetailsCheck } from './details-fields';

interface DetailsFormProps {
  details: Details;
  photo: File | null;
  onChange: (details: Details) => void;
  onPhoto: (photo: File | null) => void;
  onStart: () => void;
  /** Drawn at the end of what is folded away. @param pass whether the form is filled; if not, it shows what is missing */
  extra: (pass: () => boolean) => ReactNode;
  /** What is to be known before Start. */
  note?: ReactNode;
}

/** Who agrees, and on how much. Nothing is asked of the microphone before the button. */
export function DetailsForm({ details, photo, onChange, onPhoto, onStart, extra, note }: DetailsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { problem, clear, pass } = useDetailsCheck(details, form);
  const missing = REQUIRED_DETAILS.filter((field) => details[field].trim() === '');
  const isMissing = missing.length > 0;
  const noteId = useId();
  const start = useAfterFrame(onStart);

  return (
    <Card>
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4 sm:gap-6 [&_:is(input,select,button,summary)]:scroll-mb-48"
        onSubmit={(event) => {
          event.preventDefault();
          if (pass()) start.begin();
        }}
      >
        <CardTitle className="max-sm:sr-only">{recordTexts.details.card}</CardTitle>
        <DetailsFields
          details={details}
          photo={photo}
          problem={problem}
          onChange={(changed) => {
            clear();
            onChange(changed);
          }}
          onPhoto={onPhoto}
          extra={extra(pass)}
          note={note}
        />
        <AlsoSay lines={linesToSay(details)} onChange={(lines) => onChange(withLinesToSay(details, lines))} />
        {/* In reach of the thumb wherever one is in the form; where large text leaves little room, it stands at the end. */}
        <div className="bottom-0 z-10 -mx-4 -mb-4 flex flex-col items-stretch gap-1.5 rounded-b-card border-t border-line bg-surface px-4 pt-3 pb-4 sm:-mx-6 sm:-mb-6 sm:px-6 [@media(min-height:36rem)]:sticky">
          <p id={`${noteId}-consent`} className="text-sm font-medium text-pretty sm:text-base">
            {recordTexts.details.consent}
          </p>
          <Button
            type="submit"
            size="lg"
            className="sm:self-start"
            busy={start.isWaiting}
            aria-disabled={isMissing}
            aria-describedby={`${noteId} ${noteId}-consent`}
          >
            {!start.isWaiting && <Mic className="size-5" aria-hidden="true" />}
            {recordTexts.details.start}
          </Button>
          <p id={noteId} className="text-sm text-muted">
            {isMissing ? recordTexts.details.fillFirst : recordTexts.details.startNote}
            {isMissing && missing.length < REQUIRED_DETAILS.length && (
              <span className="block font-medium text-ink">
                {recordTexts.details.missing(missing.map((field) => recordTexts.details[field]).join(', '))}
              </span>
            )}
          </p>
        </div>
      </form>
    </Card>
  );
}

/** A visitor's recording is saved; the account comes next. */
export function SignupStep() {
  return (
    <Card className="flex flex-col items-start gap-4">
      <p className="text-lg">{recordTexts.deal.accountLead}</p>
      <ButtonLink href="/signup" size="lg" className="w-full sm:w-auto">
        {recordTexts.deal.accountButton}
      </ButtonLink>
      <p>
        {recordTexts.deal.haveAccount}{' '}
        <ButtonLink href="/login" variant="quiet" className="underline underline-offset-4">
          {recordTexts.deal.signIn}
        </ButtonLink>
      </p>
    </Card>
  );
}

interface PaymentStepProps {
  agreementId: string;
  priceText: string;
  /** What pays for it already; null where it is to be paid. */
  coverage: ExpectedCoverage | null;
  onPay: () => void;
}

/** What one payment, or what stands in for it, unlocks, and the way to it. */
export function PaymentStep({ agreementId, priceText, coverage, onPay }: PaymentStepProps) {
  const [access = '', ...others] = recordTexts.deal.paymentItems;
  const items = [coverage?.by === 'subscription' ? recordTexts.deal.coveredStorage : access, ...others];
  return (
    <Card className="flex flex-col items-start gap-5">
      <p className="text-lg">
        {coverage ? recordTexts.deal.coveredLead[coverage.by] : recordTexts.deal.paymentLead}
      </p>
      {coverage?.until && (
        <p className="font-medium">{recordTexts.deal.coveredUntil(formatDateTime(coverage.until))}</p>
      )}
      <ul className="flex flex-col gap-2">
        {items.map((item) => (
          <li key={item} className="flex items-start gap-2">
            <Check className="mt-1 size-4 shrink-0 text-accent" strokeWidth={2.5} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {recordTexts.deal.agreementLabel}{' '}
        <span className="tabular-nums">{formatAgreementId(agreementId)}</span>
      </p>
      <Button size="lg" className="w-full sm:w-auto" onClick={onPay}>
        {coverage ? recordTexts.deal.coveredButton : recordTexts.deal.payButton(priceText)}
      </Button>
      <p className="text-sm text-muted">
        {coverage ? recordTexts.deal.coveredExpiryNote : recordTexts.deal.expiryNote}
      </p>
    </Card>
  );
}
