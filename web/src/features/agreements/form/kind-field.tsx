import { useId } from 'react';
import { templateTexts as text } from '#texts/templates';
import { Select } from '../../../components/ui/select';
import { DEAL_KINDS, type DealKind, dealKindFrom } from '../templates/deal-kind';

const OPTIONS = DEAL_KINDS.map((value) => ({ value, label: text.kinds[value].name }));

interface KindFieldProps {
  value: DealKind | '';
  onChange: (kind: DealKind | '') => void;
}

/** The template: which lines to say while recording. Nobody has to choose one. */
export function KindField({ value, onChange }: KindFieldProps) {
  const hintId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label={text.label}
        name="kind"
        placeholder={text.none}
        options={OPTIONS}
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
