import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
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
import { startSession } from '../../lib/session/session';
import { NOBODY, rememberedParty } from '../new-agreement/details';
import { signup } from './api';
import { checkSignup, focusFirstProblem, type Problems, type SignupValues, USERNAME_MAX } from './validation';
import { openWanted } from './wanted';

/**
 * Fills in name and e-mail from a recording that waits for this signup; they were typed moments ago. Else nothing. A party
 * may have a longer name than an account.
 */
function firstValues(): SignupValues {
  const { partyAName, partyAEmail } = readPending() ? rememberedParty() : NOBODY;
  const username = partyAName.trim().length > USERNAME_MAX ? '' : partyAName;
  return { username, email: partyAEmail, password: '', confirmPassword: '' };
}

/** The sentence for a signup that failed. */
function signupFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  const first = error instanceof ApiError ? error.problems[0]?.message : undefined;
  return first ?? sentenceOf(error, t.auth.signupFallback);
}

export function SignupForm() {
  const [, navigate] = useLocation();
  const [values, setValues] = useState<SignupValues>(firstValues);
  const [problems, setProblems] = useState<Problems<keyof SignupValues>>({});
  const request = useMutation({
    mutationFn: signup,
    onSuccess: (answer) => {
      // What failed before is no longer true.
      clearToasts();
      startSession(answer);
      if (openWanted(answer.user.id, navigate)) return;
      const pending = readPending();
      if (pending) goToCheckout(pending.agreementId, pending.planType);
      else navigate('/dashboard');
    },
  });
  const isBusy = request.isPending || request.isSuccess;

  const set = (change: Partial<SignupValues>) => {
    setValues({ ...values, ...change });
    setProblems({});
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = checkSignup(values);
    setProblems(found);
    if (focusFirstProblem(event.currentTarget, found)) return;
    request.mutate(values);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {request.isError && (
        <FailureNotice title={t.auth.signupFailed}>
          <p>{signupFailure(request.error)}</p>
        </FailureNotice>
      )}
      <Field
        label={t.auth.username}
        name="username"
        autoComplete="nickname"
        value={values.username}
        problem={problems.username}
        onChange={(event) => set({ username: event.target.value })}
      />
      <Field
        label={t.auth.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        value={values.email}
        problem={problems.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <PasswordField
        label={t.auth.password}
        name="password"
        autoComplete="new-password"
        hint={t.auth.passwordHint}
        value={values.password}
        problem={problems.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <PasswordField
        label={t.auth.confirmPassword}
        name="confirmPassword"
        autoComplete="new-password"
        value={values.confirmPassword}
        problem={problems.confirmPassword}
        onChange={(event) => set({ confirmPassword: event.target.value })}
      />
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy ? t.auth.creating : t.auth.create}
      </Button>
    </form>
  );
}
