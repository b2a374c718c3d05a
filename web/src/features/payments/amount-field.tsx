import { type ComponentProps, useRef, useState } from 'react';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { formatCents } from '../../lib/format';
import { amountDoubt, twoReadings, typedDollars } from './amount';

interface AmountFieldProps extends Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'ref'> {
  value: string;
  onAmount: (typed: string) => void;
}

/** An amount of money as people type it. Where it can be read in two ways they are asked, and answer with a press. */
export function AmountField({ value, onAmount, problem, className, ...rest }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isLeft, setLeft] = useState(false);
  const readings = isLeft || problem ? twoReadings(value) : null;
  const doubt = readings && amountDoubt(value);
  return (
    <div className={className}>
      <Field
        {...rest}
        ref={input}
        inputMode="decimal"
        autoComplete="off"
        problem={doubt ?? problem}
        value={value}
        onBlur={() => setLeft(true)}
        onChange={(event) => {
          setLeft(false);
          onAmount(event.target.value);
        }}
      />
      {readings && (
        <fieldset className="mt-2 flex flex-wrap gap-2">
          <legend className="sr-only">{t.amount.whichAmount}</legend>
          {readings.map((cents) => (
            <Button
              key={cents}
              variant="secondary"
              onClick={() => {
                onAmount(typedDollars(cents));
                input.current?.focus();
              }}
            >
              {formatCents(cents)}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
