import { useQuery } from '@tanstack/react-query';
import { ChevronDown, DollarSign } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { t } from '#texts/common';
import { dealKindTexts as text } from '#texts/deal-kinds';
import { recordTexts } from '#texts/record';
import { Field } from '../../components/ui/field';
import { Select } from '../../components/ui/select';
import type { HoldPeriod } from '../../lib/api/api-types';
import { configQuery } from '../../lib/api/server-data';
import { formatCents, planLabel, speakDuration } from '../../lib/format';
import { isEmail } from '../../lib/name-and-email';
import { useSession } from '../../lib/session/session';
import { AmountField } from '../payments/amount-field';
import { isCoveredPlan, PLANS, type PlanName, planOf, recordingLimit } from '../payments/plans';
import { basePlan } from '../payments/plans.gen';
import { isTooLong } from '../recording/ui/chosen-file';
import { DEAL_KINDS, type DealKind, dealKindFrom } from './deal-kind';
import {
  type DetailProblem,
  type Details,
  HOLD_PERIODS,
  holdPeriodFrom,
  type Presence,
  planFrom,
  whatIsWrong,
} from './details';
import { PhotoField } from './photo-field';

interface DetailsCheck {
  problem: DetailProblem | null;
  /** Forgets the problem, because something was changed. */
  clear: () => void;
  /** Whether all is well; if not, the field to look at has the focus. */
  pass: () => boolean;
}

/**
 * Says what is wrong with the details when somebody wants to go on, not while they type.
 * @param refused what the server would not take, if anything
 */
export function useDetailsCheck(
  details: Details,
  form: RefObject<HTMLElement | null>,
  refused: DetailProblem | null = null,
): DetailsCheck {
  const [problem, setProblem] = useState(refused);
  const show = (found: DetailProblem | null) => {
    setProblem(found);
    if (found) form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
  };
  const showRefused = useEffectEvent(show);
  useEffect(() => {
    if (refused) showRefused(refused);
  }, [refused]);
  const pass = () => {
    const found = whatIsWrong(details);
    show(found);
    return found === null;
  };
  return { problem, clear: () => setProblem(null), pass };
}

interface PartyFieldsProps {
  side: 'A' | 'B';
  details: Details;
  problem: DetailProblem | null;
  onChange: (change: Partial<Details>) => void;
}

/** Name and address of one party. */
function PartyFields({ side, details, problem, onChange }: PartyFieldsProps) {
  const name = side === 'A' ? 'partyAName' : 'partyBName';
  const email = side === 'A' ? 'partyAEmail' : 'partyBEmail';
  const isA = side === 'A';
  const { user } = useSession();
  // What is typed stands in the contract; mail goes where its owner is known to be.
  const typed = details[email].trim().toLowerCase();
  const isElsewhere = isA && user?.emailVerified && isEmail(typed) && typed !== user.email.toLowerCase();
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 sm:gap-4">
      <legend className="mb-2 font-semibold sm:mb-3">
        {isA ? recordTexts.details.partyA : recordTexts.details.partyB}{' '}
        <span className="font-normal text-muted">
          · {isA ? recordTexts.details.partyAHint : recordTexts.details.partyBHint}
        </span>
      </legend>
      <Field
        label={isA ? recordTexts.details.partyAName : recordTexts.details.partyBName}
        name={name}
        autoComplete={isA ? 'name' : 'off'}
        maxLength={120}
        required
        problem={problem?.field === name ? problem.text : undefined}
        value={details[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
      <Field
        label={isA ? recordTexts.details.partyAEmail : recordTexts.details.partyBEmail}
        name={email}
        type="email"
        inputMode="email"
        autoComplete={isA ? 'email' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        hint={isElsewhere ? recordTexts.details.mailGoesTo(user.email) : undefined}
        problem={problem?.field === email ? problem.text : undefined}
        value={details[email]}
        onChange={(event) => onChange({ [email]: event.target.value })}
      />
    </fieldset>
  );
}

const PRESENCES: [Presence, string, string][] = [
  ['together', recordTexts.details.together, recordTexts.details.togetherHint],
  ['apart', recordTexts.details.apart, recordTexts.details.apartHint],
];

interface PresenceFieldProps {
  value: Presence;
  onChange: (presence: Presence) => void;
}

/** In one room, or through a link: the whole way after the recording depends on it. */
function PresenceField({ value, onChange }: PresenceFieldProps) {
  const hintId = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-4 sm:gap-3 sm:pt-6">
      <legend className="sr-only">{recordTexts.details.presence}</legend>
      <p className="font-semibold" aria-hidden="true">
        {recordTexts.details.presence}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        {PRESENCES.map(([presence, label]) => (
          <label
            key={presence}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line px-3 py-2 transition-colors duration-150 hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="presence"
              value={presence}
              checked={value === presence}
              aria-describedby={value === presence ? hintId : undefined}
              onChange={() => onChange(presence)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="text-sm font-medium sm:text-base">{label}</span>
          </label>
        ))}
      </div>
      <p id={hintId} className="text-sm text-muted">
        {PRESENCES.find(([presence]) => presence === value)?.[2]}
      </p>
    </fieldset>
  );
}

const KIND_OPTIONS = DEAL_KINDS.map((value) => ({ value, label: text.kinds[value].name }));

interface KindFieldProps {
  value: DealKind | '';
  onChange: (kind: DealKind | '') => void;
}

/** The kind of deal: which lines to say while recording. Nobody has to choose one. */
function KindField({ value, onChange }: KindFieldProps) {
  const hintId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label={text.label}
        name="kind"
        placeholder={text.none}
        options={KIND_OPTIONS}
        value={value}
        aria-describedby={hintId}
        onChange={(event) => onChange(dealKindFrom(event.target.value))}
      />
      <p id={hintId} className="text-sm text-muted">
        {value === '' ? (
          text.hint
        ) : (
          <>
            {text.exampleLabel} {text.kinds[value].example}
          </>
        )}
      </p>
    </div>
  );
}

const detailsText = recordTexts.details;
const PERIOD_OPTIONS = HOLD_PERIODS.map((value) => ({ value, label: detailsText.holdPeriods[value] }));

interface HoldPeriodFieldProps {
  value: HoldPeriod;
  onChange: (period: HoldPeriod) => void;
}

/** How long the buyer may check what was delivered, should the payment be protected. */
function HoldPeriodField({ value, onChange }: HoldPeriodFieldProps) {
  const hintId = useId();
  return (
    <div className="grid items-end gap-x-6 gap-y-2 sm:grid-cols-2">
      <Select
        label={detailsText.holdPeriod}
        name="holdPeriod"
        options={PERIOD_OPTIONS}
        value={value}
        aria-describedby={hintId}
        onChange={(event) => onChange(holdPeriodFrom(event.target.value))}
      />
      <p id={hintId} className="text-sm text-muted">
        {detailsText.holdPeriodHint}
      </p>
    </div>
  );
}

interface PlanFieldProps {
  value: PlanName;
  /** Seconds recorded so far: plans that do not take as much are not offered. */
  recorded: number;
  onChange: (plan: PlanName) => void;
}

/** What the contract is bought as. Nobody has to choose: what is sold gives as much time as any. */
function PlanField({ value, recorded, onChange }: PlanFieldProps) {
  const { data: config } = useQuery(configQuery);
  const hintId = useId();
  const offered = PLANS.filter(
    (name) => name === value || !isTooLong(recorded, recordingLimit(name, config)),
  );
  return (
    <div className="grid items-end gap-x-6 gap-y-2 sm:grid-cols-2">
      <Select
        label={detailsText.plan}
        name="planType"
        options={offered.map((name) => ({
          value: name,
          label: detailsText.planOption({
            plan: planLabel(name),
            price: formatCents(planOf(name, config)?.priceCents ?? 0, 'USD', true),
            limit: speakDuration(recordingLimit(name, config)),
          }),
        }))}
        value={value}
        aria-describedby={hintId}
        onChange={(event) => onChange(planFrom(event.target.value))}
      />
      <p id={hintId} className="text-sm text-muted">
        {value === 'pro' ? detailsText.planPro : detailsText.planHint}
        {!isCoveredPlan(value) && ` ${detailsText.planNotCovered}`}
      </p>
    </div>
  );
}

interface MoreFieldsProps {
  /** Opens it, because something in it is filled. */
  isOpen: boolean;
  children: ReactNode;
}

/** What nobody needs to start, folded away; what is inside keeps its values. */
function MoreFields({ isOpen, children }: MoreFieldsProps) {
  const [isOpened, setOpened] = useState(isOpen);
  // What becomes empty again stays in sight: it may have something to say.
  if (isOpen && !isOpened) setOpened(true);
  return (
    <details open={isOpened} className="group border-t border-line pt-2 sm:pt-3">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
        <ChevronDown
          className="size-4 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180 motion-reduce:transition-none"
          aria-hidden="true"
        />
        <span className="font-medium">{recordTexts.details.more}</span>
        <span className="text-sm text-muted">({t.common.optional})</span>
      </summary>
      <div className="flex flex-col gap-6 pt-3 pb-2">{children}</div>
    </details>
  );
}

interface DetailsFieldsProps {
  details: Details;
  photo: File | null;
  problem: DetailProblem | null;
  onChange: (details: Details) => void;
  onPhoto: (photo: File | null) => void;
  /** Seconds recorded so far. */
  recorded?: number;
  /** Drawn at the end of what is folded away. */
  extra?: ReactNode;
  /** Stands above what is folded. */
  note?: ReactNode;
}

/** Who agrees, on what kind of deal and on how much. */
export function DetailsFields(props: DetailsFieldsProps) {
  const { details, photo, problem, onChange, onPhoto, recorded = 0, extra, note } = props;
  const change = (part: Partial<Details>) => onChange({ ...details, ...part });
  const { kind } = details;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-6">
        <PartyFields side="A" details={details} problem={problem} onChange={change} />
        <PartyFields side="B" details={details} problem={problem} onChange={change} />
      </div>
      <PresenceField value={details.presence} onChange={(presence) => change({ presence })} />
      <div className="grid items-start gap-4 border-t border-line pt-4 sm:grid-cols-2 sm:gap-6 sm:pt-6">
        <Field
          label={recordTexts.details.title}
          name="title"
          optional
          autoComplete="off"
          maxLength={80}
          placeholder={recordTexts.details.titlePlaceholder}
          problem={problem?.field === 'title' ? problem.text : undefined}
          value={details.title}
          onChange={(event) => change({ title: event.target.value })}
          className="sm:col-span-2"
        />
        <AmountField
          label={recordTexts.details.amount}
          name="agreementAmount"
          optional
          placeholder={recordTexts.details.amountPlaceholder}
          lead={<DollarSign className="size-4" aria-hidden="true" />}
          hint={kind === '' ? recordTexts.details.amountHint : text.kinds[kind].amountHint}
          problem={problem?.field === 'agreementAmount' ? problem.text : undefined}
          value={details.agreementAmount}
          onAmount={(agreementAmount) => change({ agreementAmount })}
        />
        <KindField value={kind} onChange={(chosen) => change({ kind: chosen })} />
      </div>
      {note}
      <MoreFields isOpen={photo !== null || details.planType !== basePlan}>
        <PhotoField photo={photo} onPhoto={onPhoto} />
        <HoldPeriodField value={details.holdPeriod} onChange={(holdPeriod) => change({ holdPeriod })} />
        <PlanField
          value={details.planType}
          recorded={recorded}
          onChange={(planType) => change({ planType })}
        />
        {extra}
      </MoreFields>
    </>
  );
}
