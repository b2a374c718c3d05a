import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { FailureNotice } from '../../components/ui/notice';
import { PasswordField } from '../../components/ui/password-field';
import { clearToasts } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { goToCheckout } from '../../lib/session/pending-checkout';
import { readPending } from '../../lib/session/pending-notes';
import { AUTH_LOADING_DELAY_MS, startSession } from '../../lib/session/session';
import { login } from './api';
import { ForgotPassword } from './forgot-password';
import { checkLogin, focusFirstProblem, type LoginValues, type Problems } from './validation';
import { openWanted } from './wanted';

/** The sentence for a login that failed. */
export function loginFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'too_many_attempts') return t.auth.tooMany;
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, t.auth.invalidCredentials);
}

export function LoginForm() {
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<LoginValues>({ email: '', password: '' });
  const [problems, setProblems] = useState<Problems<keyof LoginValues>>({});
  const request = useMutation({
    mutationFn: login,
    onSuccess: (answer) => {
      // What failed before is no longer true.
      clearToasts();
      startSession(answer);
      if (openWanted(answer.user.id, navigate)) return;
      const pending = readPending();
      if (pending) goToCheckout(pending.agreementId, pending.planType);
      else setTimeout(() => navigate('/'), AUTH_LOADING_DELAY_MS);
    },
  });
  const isBusy = request.isPending || request.isSuccess;

  const set = (change: Partial<LoginValues>) => {
    setValues({ ...values, ...change });
    setProblems({});
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = checkLogin(values);
    setProblems(found);
    if (focusFirstProblem(event.currentTarget, found)) return;
    request.mutate(values);
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {request.isError && (
        <FailureNotice title={t.auth.loginFailed}>
          <p>{loginFailure(request.error)}</p>
        </FailureNotice>
      )}
      <Field
        label={t.auth.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        value={values.email}
        problem={problems.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <PasswordField
        label={t.auth.password}
        name="password"
        autoComplete="current-password"
        value={values.password}
        problem={problems.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <ForgotPassword
        email={values.email}
        onNeedEmail={(problem) => {
          setProblems({ email: problem });
          form.current?.querySelector<HTMLInputElement>('[name="email"]')?.focus();
        }}
      />
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy ? t.auth.signingIn : t.auth.signIn}
      </Button>
    </form>
  );
}
