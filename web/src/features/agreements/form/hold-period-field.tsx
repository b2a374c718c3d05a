import { useId } from 'react';
import { t } from '#texts/common';
import { Select } from '../../../components/ui/select';
import type { HoldPeriod } from '../../../lib/api/api-types';
import { HOLD_PERIODS, holdPeriodFrom } from '../deal/details';

const text = t.details;
const OPTIONS = HOLD_PERIODS.map((value) => ({ value, label: text.holdPeriods[value] }));

interface HoldPeriodFieldProps {
  value: HoldPeriod;
  onChange: (period: HoldPeriod) => void;
}

/** How long the buyer may check what was delivered, should the payment be protected. */
export function HoldPeriodField({ value, onChange }: HoldPeriodFieldProps) {
  const hintId = useId();
  return (
    <div className="grid items-end gap-x-6 gap-y-2 sm:grid-cols-2">
      <Select
        label={text.holdPeriod}
        name="holdPeriod"
        options={OPTIONS}
        value={value}
        aria-describedby={hintId}
        onChange={(event) => onChange(holdPeriodFrom(event.target.value))}
      />
      <p id={hintId} className="text-sm text-muted">
        {text.holdPeriodHint}
      </p>
    </div>
  );
}
