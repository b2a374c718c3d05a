import { ChevronDown } from 'lucide-react';
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

/** Most people need not open it: what is chosen is said beside its name. */
export function HoldPeriodField({ value, onChange }: HoldPeriodFieldProps) {
  const hintId = useId();
  return (
    <details className="group border-t border-line pt-3 sm:pt-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm [&::-webkit-details-marker]:hidden">
        <ChevronDown
          className="size-4 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180 motion-reduce:transition-none"
          aria-hidden="true"
        />
        <span>
          <span className="font-medium">{text.protection}</span>{' '}
          <span className="text-muted">· {text.toCheck(text.holdPeriods[value])}</span>
        </span>
      </summary>
      <div className="grid items-end gap-x-6 gap-y-2 pt-2 sm:grid-cols-2">
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
    </details>
  );
}
