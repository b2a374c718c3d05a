import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { User } from '../../lib/api/api-types';
import { updateUser } from '../../lib/session/session';
import { resendVerification, userQuery } from './api';

/** What the server knows now counts: the link may have been opened on another device. */
export function VerifyBanner({ user }: { user: User }) {
  const { data } = useQuery({ ...userQuery, staleTime: 0 });
  useEffect(() => {
    if (data) updateUser(data);
  }, [data]);
  return <UnverifiedNotice user={data ?? user} />;
}

const text = accountTexts.unverified;

function failure(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return text.tooMany;
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, text.fallback);
}

/** Says that an address waits for its link to be opened, and sends another one. Nothing where none waits. */
export function UnverifiedNotice({ user }: { user: User }) {
  const request = useMutation({ mutationFn: resendVerification });
  const { email, pendingEmail } = user;
  if (user.emailVerified && pendingEmail === null) return null;
  return (
    <Notice tone="info" title={pendingEmail === null ? text.title : text.pendingTitle}>
      <p className="wrap-anywhere">
        {pendingEmail === null ? text.text(email) : text.pendingText(pendingEmail, email)}
      </p>
      <div role="status">{request.isSuccess && <p className="font-medium">{text.sent}</p>}</div>
      {request.isError && <p role="alert">{failure(request.error)}</p>}
      <Button
        variant="secondary"
        className="mt-2 self-start"
        busy={request.isPending}
        onClick={() => request.mutate()}
      >
        {text.resend}
      </Button>
    </Notice>
  );
}
