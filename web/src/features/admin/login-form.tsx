import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { adminLoginTexts as texts } from '#texts/admin-login';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { FailureNotice, Notice } from '../../components/ui/notice';
import { PasswordField } from '../../components/ui/password-field';
import { clearToasts } from '../../components/ui/toast-store';
import { request } from '../../lib/api/api-client';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { type AdminSession, startAdminSession } from '../../lib/session/admin-session';
import { ForgotPassword } from '../auth/forgot-password';
import { openWanted } from '../auth/wanted';
import type { AdminLoginAnswer } from './api';

export function AdminLoginForm() {
  const [, navigate] = useLocation();
  const [values, setValues] = useState({ email: '', password: '' });
  const [isIncomplete, setIncomplete] = useState(false);
  const [emailProblem, setEmailProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const request = useMutation({
    mutationFn: async () => sessionOf(await adminLogin(values)),
    onSuccess: (session) => {
      // What failed before is no longer true.
      clearToasts();
      startAdminSession(session);
      if (!openWanted(session.user.id, navigate)) navigate('/admin');
    },
  });
  const isBusy = request.isPending || request.isSuccess;

  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change });
    setIncomplete(false);
    setEmailProblem(undefined);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const missing = checkAdminLogin(values);
    setIncomplete(missing !== null);
    if (missing) {
      request.reset();
      event.currentTarget.querySelector<HTMLInputElement>(`input[name="${missing}"]`)?.focus();
      return;
    }
    request.mutate();
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {isIncomplete && (
        <Notice tone="danger" role="alert">
          <p>{texts.bothRequired}</p>
        </Notice>
      )}
      {request.isError && (
        <FailureNotice title={texts.failed}>
          <p>{loginFailure(request.error)}</p>
        </FailureNotice>
      )}
      <Field
        label={texts.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        value={values.email}
        problem={emailProblem}
        onChange={(event) => set({ email: event.target.value })}
      />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        value={values.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <ForgotPassword
        email={values.email}
        onNeedEmail={(problem) => {
          setEmailProblem(problem);
          form.current?.querySelector<HTMLInputElement>('[name="email"]')?.focus();
        }}
      />
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}

/** Opens an administrator's session. */
function adminLogin(values: { email: string; password: string }): Promise<AdminLoginAnswer> {
  return request('post', '/api/admin/login', {
    body: { email: values.email.trim(), password: values.password },
  });
}

/** The first field that is empty; null when both are filled. */
export function checkAdminLogin(values: { email: string; password: string }): 'email' | 'password' | null {
  if (values.email.trim() === '') return 'email';
  return values.password === '' ? 'password' : null;
}

/**
 * The session an answer opens.
 * @throws ApiError with the sentence to show when the answer opens none
 */
export function sessionOf(answer: Omit<AdminLoginAnswer, 'success'> & { success: boolean }): AdminSession {
  const { success, token, user, message } = answer;
  if (!success || !token || user?.role !== 'admin') {
    const sentence = message || texts.invalidShort;
    throw new ApiError(401, 'no_session', sentence, sentence);
  }
  return { token, user };
}

/** The sentence for a login that failed. */
export function loginFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'too_many_attempts') return texts.tooMany;
  if (error instanceof ApiError && error.code === 'unreachable') return texts.unreachable;
  return sentenceOf(error, texts.invalid);
}
