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
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-6">
      <legend className="sr-only">{t.details.presence}</legend>
      <p className="font-semibold" aria-hidden="true">
        {t.details.presence}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {OPTIONS.map(([presence, label, hint]) => (
          <label
            key={presence}
            className="flex cursor-pointer items-start gap-3 rounded-control border border-line p-3 transition-colors duration-150 hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="presence"
              value={presence}
              checked={value === presence}
              onChange={() => onChange(presence)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span className="flex flex-col">
              <span className="font-medium">{label}</span>
              <span className="text-sm text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
