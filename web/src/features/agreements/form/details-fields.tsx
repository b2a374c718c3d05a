import { DollarSign } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#texts/common';
import { templateTexts } from '#texts/templates';
import { Field } from '../../../components/ui/field';
import type { DetailProblem, Details } from '../deal/details';
import { PhotoField } from '../photo/photo-field';
import { HoldPeriodField } from './hold-period-field';
import { KindField } from './kind-field';
import { MoreFields } from './more-fields';
import { PartyFields } from './party-fields';
import { PresenceField } from './presence-field';

interface DetailsFieldsProps {
  details: Details;
  photo: File | null;
  problem: DetailProblem | null;
  onChange: (details: Details) => void;
  onPhoto: (photo: File | null) => void;
  /** Drawn at the end of what is folded away. */
  extra?: ReactNode;
}

/** Who agrees, on what kind of deal and on how much. */
export function DetailsFields({ details, photo, problem, onChange, onPhoto, extra }: DetailsFieldsProps) {
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
          label={t.details.amount}
          name="agreementAmount"
          optional
          inputMode="decimal"
          autoComplete="off"
          placeholder={t.details.amountPlaceholder}
          lead={<DollarSign className="size-4" aria-hidden="true" />}
          hint={kind === '' ? t.details.amountHint : templateTexts.kinds[kind].amountHint}
          problem={problem?.field === 'agreementAmount' ? problem.text : undefined}
          value={details.agreementAmount}
          onChange={(event) => change({ agreementAmount: event.target.value })}
        />
        <KindField value={kind} onChange={(chosen) => change({ kind: chosen })} />
      </div>
      <MoreFields isOpen={photo !== null}>
        <PhotoField photo={photo} onPhoto={onPhoto} />
        <HoldPeriodField value={details.holdPeriod} onChange={(holdPeriod) => change({ holdPeriod })} />
        {extra}
      </MoreFields>
    </>
  );
}
