import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { Notice } from '../../components/ui/notice';
import { PasswordField } from '../../components/ui/password-field';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { queryClient } from '../../lib/api/server-data';
import { confirmPassword } from './api';
import { focusFirstProblem } from './validation';

const text = accountTexts.again;

function failure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'too_many_attempts') return t.auth.tooMany;
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, text.fallback);
}

const isWrong = (error: unknown): boolean => error instanceof ApiError && error.code === 'wrong_password';

/** Asks for the password once more, before something that a stolen session must not do. */
export function PasswordDialog({ onClose }: { onClose: (isGiven: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  // It is drawn beside the screens, outside of what gives them the query client.
  const request = useMutation(
    {
      mutationFn: () => confirmPassword(password),
      onSuccess: () => onClose(true),
      onError: (error) => {
        if (isWrong(error)) setProblem(failure(error));
      },
    },
    queryClient,
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes what happens in here on to the form from which this was asked for.
    event.stopPropagation();
    if (request.isPending) return;
    const found = password === '' ? { password: text.required } : {};
    setProblem(found.password);
    if (focusFirstProblem(event.currentTarget, found)) return;
    request.mutate();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !request.isPending && onClose(false)}
      title={text.title}
      description={text.lead}
      className="sm:max-w-md!"
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {request.isError && !isWrong(request.error) && (
          <Notice tone="danger" role="alert">
            <p>{failure(request.error)}</p>
          </Notice>
        )}
        <PasswordField
          label={text.password}
          name="password"
          autoComplete="current-password"
          value={password}
          problem={problem}
          onChange={(event) => {
            setPassword(event.target.value);
            setProblem(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="secondary"
            aria-disabled={request.isPending}
            onClick={() => !request.isPending && onClose(false)}
          >
            {text.cancel}
          </Button>
          <Button type="submit" busy={request.isPending}>
            {text.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
