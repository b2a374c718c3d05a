import { useId } from 'react';
import { t } from '#texts/common';
import type { Presence } from '../deal/details';

const OPTIONS: [Presence, string, string][] = [
  ['together', t.details.together, t.details.togetherHint],
  ['apart', t.details.apart, t.details.apartHint],
];

interface PresenceFieldProps {
  value: Presence;
  onChange: (presence: Presence) => void;
}

/** In one room, or through a link: the whole way after the recording depends on it. */
export function PresenceField({ value, onChange }: PresenceFieldProps) {
  const hintId = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-4 sm:gap-3 sm:pt-6">
      <legend className="sr-only">{t.details.presence}</legend>
      <p className="font-semibold" aria-hidden="true">
        {t.details.presence}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        {OPTIONS.map(([presence, label]) => (
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
        {OPTIONS.find(([presence]) => presence === value)?.[2]}
      </p>
    </fieldset>
  );
}
