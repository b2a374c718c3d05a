import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { PasswordField } from '../../components/ui/password-field';
import { toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { logout } from '../../lib/session/logout';
import { endSession, getSession } from '../../lib/session/session';
import { checkNewPassword } from './account-validation';
import { resetPassword } from './api';
import { focusFirstProblem } from './validation';

const text = accountTexts.reset;
const EMPTY = { newPassword: '', confirmPassword: '' };

function failure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, accountTexts.password.fallback);
}

interface ResetFormProps {
  token: string;
  /** The link was used, has expired or was replaced. */
  onDead: () => void;
}

/** A new password for someone who holds a mailed link. */
export function ResetForm({ token, onDead }: ResetFormProps) {
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<Partial<typeof EMPTY>>({});
  const request = useMutation({
    mutationFn: () => resetPassword(token, values.newPassword),
    onSuccess: ({ role }) => {
      if (role === 'user') {
        // The account's sessions have ended on the server. This browser's may be that of somebody else.
        if (getSession().token) logout('user').catch(() => undefined);
        endSession();
      }
      toast({ title: accountTexts.password.changed, text: accountTexts.password.changedText });
      navigate(role === 'admin' ? '/admin-login' : '/login');
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'link_invalid') onDead();
      else if (error instanceof ApiError && error.code === 'weak_password') {
        const refused = { newPassword: failure(error) };
        setProblems(refused);
        if (form.current) focusFirstProblem(form.current, refused);
      }
    },
  });

  const set = (change: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...change });
    setProblems({});
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending) return;
    const found = checkNewPassword(values);
    setProblems(found);
    if (focusFirstProblem(event.currentTarget, found)) return;
    request.mutate();
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {request.isError && !problems.newPassword && (
        <Notice tone="danger" role="alert" title={accountTexts.password.failed}>
          {failure(request.error)}
        </Notice>
      )}
      <PasswordField
        label={accountTexts.password.next}
        name="newPassword"
        autoComplete="new-password"
        hint={text.hint}
        value={values.newPassword}
        problem={problems.newPassword}
        onChange={(event) => set({ newPassword: event.target.value })}
      />
      <PasswordField
        label={accountTexts.password.confirm}
        name="confirmPassword"
        autoComplete="new-password"
        value={values.confirmPassword}
        problem={problems.confirmPassword}
        onChange={(event) => set({ confirmPassword: event.target.value })}
      />
      <Button type="submit" size="lg" busy={request.isPending}>
        {request.isPending ? text.submitting : text.submit}
      </Button>
    </form>
  );
}
