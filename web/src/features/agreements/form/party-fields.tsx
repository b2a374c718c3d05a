import { t } from '#texts/common';
import { Field } from '../../../components/ui/field';
import type { DetailProblem, Details } from '../deal/details';

interface PartyFieldsProps {
  side: 'A' | 'B';
  details: Details;
  problem: DetailProblem | null;
  onChange: (change: Partial<Details>) => void;
}

/** Name and address of one party. */
export function PartyFields({ side, details, problem, onChange }: PartyFieldsProps) {
  const name = side === 'A' ? 'partyAName' : 'partyBName';
  const email = side === 'A' ? 'partyAEmail' : 'partyBEmail';
  const isA = side === 'A';
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 sm:gap-4">
      <legend className="mb-2 font-semibold sm:mb-3">
        {isA ? t.details.partyA : t.details.partyB}{' '}
        <span className="font-normal text-muted">· {isA ? t.details.partyAHint : t.details.partyBHint}</span>
      </legend>
      <Field
        label={isA ? t.details.partyAName : t.details.partyBName}
        name={name}
        autoComplete={isA ? 'name' : 'off'}
        maxLength={120}
        required
        problem={problem?.field === name ? problem.text : undefined}
        value={details[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
      <Field
        label={isA ? t.details.partyAEmail : t.details.partyBEmail}
        name={email}
        type="email"
        inputMode="email"
        autoComplete={isA ? 'email' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        problem={problem?.field === email ? problem.text : undefined}
        value={details[email]}
        onChange={(event) => onChange({ [email]: event.target.value })}
      />
    </fieldset>
  );
}
