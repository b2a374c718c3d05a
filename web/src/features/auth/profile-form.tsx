import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { accountTexts } from '#texts/account';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { Notice } from '../../components/ui/notice';
import { toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { User } from '../../lib/api/api-types';
import { endSession, updateUser } from '../../lib/session/session';
import { checkProfile } from './account-validation';
import { updateProfile, userQuery } from './api';
import { focusFirstProblem } from './focus-problem';
import type { Problems, ProfileValues } from './validation';

const text = accountTexts.profile;

/** The message of a field that the server named; its own sentence for a taken e-mail. */
function serverProblems(error: unknown): Problems<keyof ProfileValues> {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'email_taken') return { email: error.serverMessage ?? text.updateFallback };
  const found: Problems<keyof ProfileValues> = {};
  for (const { field, message } of error.problems) {
    if (field === 'username' || field === 'email') found[field] = message;
  }
  return found;
}

/** Says why signing in again is asked for, and leads there. */
function LoginAgain() {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  return (
    <Notice tone="warn" role="alert" title={text.loginAgainTitle}>
      <p>{text.loginAgainText}</p>
      <Button
        variant="secondary"
        className="mt-2 self-start"
        onClick={() => {
          navigate('/login');
          endSession();
          queries.clear();
        }}
      >
        {text.loginAgain}
      </Button>
    </Notice>
  );
}

/** Name and e-mail of the account. */
export function ProfileForm({ user }: { user: User }) {
  const queries = useQueryClient();
  const [values, setValues] = useState<ProfileValues>({ username: user.username, email: user.email });
  const [problems, setProblems] = useState<Problems<keyof ProfileValues>>({});
  const request = useMutation({
    mutationFn: updateProfile,
    onSuccess: (changed) => {
      updateUser(changed);
      queries.setQueryData(userQuery.queryKey, changed);
      setValues({ username: changed.username, email: changed.email });
      toast({ title: text.updated, text: text.updatedText });
    },
    onError: (error) => {
      setProblems(serverProblems(error));
      toast({
        title: text.updateFailed,
        text: sentenceOf(error, text.updateFallback),
        tone: 'destructive',
      });
    },
  });
  const needsLogin = request.error instanceof ApiError && request.error.code === 'recent_login_required';

  const set = (change: Partial<ProfileValues>) => {
    setValues({ ...values, ...change });
    setProblems({});
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending) return;
    const found = checkProfile(values);
    setProblems(found);
    if (focusFirstProblem(event.currentTarget, found)) return;
    request.mutate(values);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={text.username}
        name="username"
        autoComplete="nickname"
        value={values.username}
        problem={problems.username}
        onChange={(event) => set({ username: event.target.value })}
      />
      <Field
        label={text.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint={text.emailHint}
        value={values.email}
        problem={problems.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      {needsLogin && <LoginAgain />}
      <Button type="submit" className="self-start" busy={request.isPending}>
        {request.isPending ? text.updating : text.update}
      </Button>
    </form>
  );
}
