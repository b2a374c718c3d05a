import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { t } from '#texts/common';
import { Field } from './field';

/** A password input that can be shown; paste and password managers work. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      trail={
        <button
          type="button"
          aria-label={isShown ? t.auth.hidePassword : t.auth.showPassword}
          onClick={() => setShown(!isShown)}
          className="flex size-11 items-center justify-center rounded-control text-muted hover:text-ink"
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      }
    />
  );
}
