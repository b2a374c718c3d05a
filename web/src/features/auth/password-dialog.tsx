import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { DialogForm } from '../../components/ui/dialog';
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

  const submit = (form: HTMLFormElement) => {
    const found = password === '' ? { password: text.required } : {};
    setProblem(found.password);
    if (!focusFirstProblem(form, found)) request.mutate();
  };

  return (
    <DialogForm
      title={text.title}
      description={text.lead}
      className="sm:max-w-md!"
      cancel={text.cancel}
      submit={text.submit}
      isBusy={request.isPending}
      isHeld
      onClose={() => onClose(false)}
      onSubmit={submit}
    >
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
    </DialogForm>
  );
}
