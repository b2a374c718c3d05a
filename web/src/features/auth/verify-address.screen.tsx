import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { Page, PageHeading } from '../../components/layout/page';
import { Button, ButtonLink } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { rememberAddress } from '../../lib/browser/language';
import { useSession } from '../../lib/session/session';
import { userQuery, verifyAddress } from './api';

const text = accountTexts.verify;

function failure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, text.fallback);
}

interface Outcome {
  title: string;
  lead: string;
}

function outcomeOf(token: string | null, email: string | undefined, error: unknown): Outcome | null {
  if (email !== undefined) return { title: text.doneTitle, lead: text.done(email) };
  if (token === null) return { title: text.missingTitle, lead: text.missing };
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'link_invalid') return { title: text.deadTitle, lead: text.dead };
  return error.code === 'email_taken' ? { title: text.takenTitle, lead: text.taken } : null;
}

/**
 * Confirms an address with a mailed link. A person presses the button: programs that look at mails open their links,
 * too.
 */
export default function VerifyAddress() {
  const [search] = useState(() => window.location.search);
  const token = new URLSearchParams(search).get('token');
  const { user } = useSession();
  const queries = useQueryClient();
  const request = useMutation({
    mutationFn: verifyAddress,
    onSuccess: () => {
      if (!user) return;
      queries.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => undefined);
    },
  });

  // Whoever has the token confirms the address, so it stays out of the address bar and the history.
  useEffect(() => {
    const { pathname } = window.location;
    if (!search) return;
    window.history.replaceState(window.history.state, '', pathname);
    return rememberAddress(pathname + search);
  }, [search]);

  const outcome = outcomeOf(token, request.data?.email, request.error);
  if (outcome || token === null) {
    const { title, lead } = outcome ?? { title: text.missingTitle, lead: text.missing };
    return (
      <Page title={title} focusKey={title} width="text" className="flex flex-col items-start gap-5 sm:py-20">
        <PageHeading>{title}</PageHeading>
        <p className="text-lg wrap-anywhere">{lead}</p>
        <ButtonLink href={user ? '/dashboard' : '/login'}>
          {user ? text.toDashboard : text.toLogin}
        </ButtonLink>
      </Page>
    );
  }
  return (
    <Page title={text.title} width="text" className="flex flex-col items-start gap-5 sm:py-20">
      <PageHeading>{text.title}</PageHeading>
      <p className="text-lg">{text.lead}</p>
      {request.isError && (
        <Notice tone="danger" role="alert">
          <p>{failure(request.error)}</p>
        </Notice>
      )}
      <Button size="lg" busy={request.isPending} onClick={() => request.mutate(token)}>
        {text.submit}
      </Button>
    </Page>
  );
}
