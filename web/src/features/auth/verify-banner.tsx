import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { User } from '../../lib/api/api-types';
import { getSession, updateUser } from '../../lib/session/session';
import { resendVerification, userQuery, withdrawAddress } from './api';

/** What the server knows now counts: the link may have been opened on another device. */
export function VerifyBanner({ user }: { user: User }) {
  const { data } = useQuery({ ...userQuery, staleTime: 0 });
  return <UnverifiedNotice user={data ?? user} />;
}

const text = accountTexts.unverified;

function failure(error: unknown, fallback: string, tooMany = fallback): string {
  if (error instanceof ApiError && error.status === 429) return tooMany;
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, fallback);
}

/** Gives up a new address that was mistyped, or is not wanted any more. */
function Withdraw({ user, address }: { user: User; address: string }) {
  const queries = useQueryClient();
  const request = useMutation({
    mutationFn: withdrawAddress,
    onSuccess: () => {
      if (getSession().user?.id !== user.id) return;
      const changed = { ...user, pendingEmail: null };
      updateUser(changed);
      queries.setQueryData(userQuery.queryKey, changed);
      // The link may have been opened just before.
      queries.invalidateQueries({ queryKey: userQuery.queryKey }).catch(() => undefined);
      toast({ title: text.withdrawn, text: text.withdrawnText(address) });
      // The button goes with the notice.
      const heading = document.querySelector<HTMLElement>('main h1');
      setTimeout(() => heading?.focus());
    },
  });
  return (
    <>
      {request.isError && <p role="alert">{failure(request.error, text.withdrawFallback)}</p>}
      <Button variant="quiet" busy={request.isPending} onClick={() => request.mutate()}>
        {text.withdraw}
      </Button>
    </>
  );
}

/** Says that an address waits for its link to be opened, sends another one, and withdraws a new address. Nothing where none waits. */
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
      {request.isError && <p role="alert">{failure(request.error, text.fallback, text.tooMany)}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button variant="secondary" busy={request.isPending} onClick={() => request.mutate()}>
          {text.resend}
        </Button>
        {pendingEmail !== null && <Withdraw user={user} address={pendingEmail} />}
      </div>
    </Notice>
  );
}
