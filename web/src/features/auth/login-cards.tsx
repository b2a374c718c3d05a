import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { lazyPart } from '../../components/ui/lazy-part';
import { PasswordField } from '../../components/ui/password-field';
import { Skeleton } from '../../components/ui/skeleton';
import { toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { checkPasswordChange } from './account-validation';
import { type AccountCalls, changePassword, sessionsKey } from './api';
import { focusFirstProblem, type PasswordValues, type Problems } from './validation';

const { password, sessions } = accountTexts;

interface LoginCardsProps {
  account: AccountCalls;
  /** What a new password must be, and what follows. */
  hint: string;
}

/** How somebody signs in: another password, and where they are signed in now. */
export function LoginCards({ account, hint }: LoginCardsProps) {
  return (
    <>
      <Card aria-labelledby="change-password" className="flex flex-col gap-5">
        <CardTitle id="change-password">{password.title}</CardTitle>
        <PasswordForm account={account} hint={hint} />
      </Card>
      <Card aria-labelledby="sessions" className="flex flex-col gap-5">
        <div>
          <CardTitle id="sessions">{sessions.title}</CardTitle>
          <p className="text-muted">{sessions.lead}</p>
        </div>
        <LazySessionsList account={account} />
      </Card>
    </>
  );
}

/** With code of its own: telling browsers and systems apart takes some kilobytes. */
const LazySessionsList = lazyPart(() => import('./sessions-list').then((m) => m.SessionsList), {
  waiting: <Skeleton className="h-14" />,
});

const text = accountTexts.password;
const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The sentence for a password that was not changed. */
function failure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'too_many_attempts') return t.auth.tooMany;
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, text.fallback);
}

function serverProblems(error: unknown): Problems<keyof PasswordValues> {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'wrong_password') return { currentPassword: failure(error) };
  if (error.code === 'weak_password') return { newPassword: failure(error) };
  return {};
}

interface PasswordFormProps {
  account: AccountCalls;
  /** What a new password must be, and what follows. */
  hint: string;
}

/** A new password for the one in use. */
function PasswordForm({ account, hint }: PasswordFormProps) {
  const queries = useQueryClient();
  const [values, setValues] = useState<PasswordValues>(EMPTY);
  const [problems, setProblems] = useState<Problems<keyof PasswordValues>>({});
  const request = useMutation({
    mutationFn: (next: PasswordValues) => changePassword(account, next),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: sessionsKey(account) }).catch(() => undefined);
      setValues(EMPTY);
      toast({ title: text.changed, text: text.changedText });
    },
    onError: (error) => {
      setProblems(serverProblems(error));
      toast({ title: text.failed, text: failure(error), tone: 'destructive' });
    },
  });

  const set = (change: Partial<PasswordValues>) => {
    setValues({ ...values, ...change });
    setProblems({});
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending) return;
    const found = checkPasswordChange(values);
    setProblems(found);
    if (focusFirstProblem(event.currentTarget, found)) return;
    request.mutate(values);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <PasswordField
        label={text.current}
        name="currentPassword"
        autoComplete="current-password"
        value={values.currentPassword}
        problem={problems.currentPassword}
        onChange={(event) => set({ currentPassword: event.target.value })}
      />
      <PasswordField
        label={text.next}
        name="newPassword"
        autoComplete="new-password"
        hint={hint}
        value={values.newPassword}
        problem={problems.newPassword}
        onChange={(event) => set({ newPassword: event.target.value })}
      />
      <PasswordField
        label={text.confirm}
        name="confirmPassword"
        autoComplete="new-password"
        value={values.confirmPassword}
        problem={problems.confirmPassword}
        onChange={(event) => set({ confirmPassword: event.target.value })}
      />
      <Button type="submit" className="self-start" busy={request.isPending}>
        {request.isPending ? text.submitting : text.submit}
      </Button>
    </form>
  );
}
