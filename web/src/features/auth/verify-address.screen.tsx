import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { Page, PageHeading } from '../../components/layout/page';
import { Button, ButtonLink } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { User } from '../../lib/api/api-types';
import { rememberAddress } from '../../lib/browser/language';
import { useSession } from '../../lib/session/session';
import { userQuery, verifyAddress } from './api';
import type { Wanted } from './wanted';

const text = accountTexts.verify;

function failure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, text.fallback);
}

interface Outcome {
  title: string;
  lead: string;
}

function outcomeOf(email: string | undefined, error: unknown): Outcome | null {
  if (email !== undefined) return { title: text.doneTitle, lead: text.done(email) };
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'link_invalid') return { title: text.deadTitle, lead: text.dead };
  return error.code === 'email_taken' ? { title: text.takenTitle, lead: text.taken } : null;
}

function OutcomePage({ outcome: { title, lead }, isSignedIn }: { outcome: Outcome; isSignedIn: boolean }) {
  return (
    <Page title={title} focusKey={title} width="text" className="flex flex-col items-start gap-5 sm:py-20">
      <PageHeading>{title}</PageHeading>
      <p className="text-lg wrap-anywhere">{lead}</p>
      <ButtonLink href={isSignedIn ? '/dashboard' : '/login'}>
        {isSignedIn ? text.toDashboard : text.toLogin}
      </ButtonLink>
    </Page>
  );
}

/** For whoever is not signed in to the account of the link: how to come back signed in, and how a stranger's account becomes theirs. */
function SignInFirst({ token, user }: { token: string; user: User | null }) {
  const { origin, pathname } = window.location;
  const wanted: Wanted = { wanted: `${origin}${pathname}?${new URLSearchParams({ token })}` };
  return (
    <Page title={text.title} width="text" className="flex flex-col items-start gap-5 sm:py-20">
      <PageHeading>{text.title}</PageHeading>
      {user && <p className="text-lg wrap-anywhere">{text.otherAccount(user.email)}</p>}
      <p className="text-lg">{text.signInLead}</p>
      <ButtonLink size="lg" href="/login" state={wanted}>
        {text.signIn}
      </ButtonLink>
      <section aria-labelledby="not-yours" className="flex flex-col gap-2">
        <h2 id="not-yours" className="font-sans text-lg font-semibold">
          {text.notYoursTitle}
        </h2>
        <p>{text.notYours(t.auth.forgot)}</p>
      </section>
    </Page>
  );
}

/** The button and what came of it, for whoever is signed in or not. */
function Confirmation({ token, user }: { token: string; user: User | null }) {
  const queries = useQueryClient();
  const request = useMutation({
    mutationFn: verifyAddress,
    onSuccess: () => queries.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => undefined),
  });
  const outcome = outcomeOf(request.data?.email, request.error);
  if (outcome) return <OutcomePage outcome={outcome} isSignedIn={user !== null} />;
  const isOthers = request.error instanceof ApiError && request.error.code === 'sign_in_to_confirm';
  if (!user || isOthers) return <SignInFirst token={token} user={user} />;
  return (
    <Page title={text.title} width="text" className="flex flex-col items-start gap-5 sm:py-20">
      <PageHeading>{text.title}</PageHeading>
      <p className="text-lg wrap-anywhere">{text.lead(user.email)}</p>
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

/**
 * Confirms an address with a mailed link, to the account of who is signed in: the mailbox alone does not show whose the
 * account is. A person presses the button: programs that look at mails open their links, too.
 */
export default function VerifyAddress() {
  const [search] = useState(() => window.location.search);
  const token = new URLSearchParams(search).get('token');
  const { user } = useSession();

  // With the token and a login the address is confirmed, so it stays out of the address bar.
  useEffect(() => {
    const { pathname } = window.location;
    if (!search) return;
    window.history.replaceState(window.history.state, '', pathname);
    return rememberAddress(pathname + search);
  }, [search]);

  if (token === null)
    return (
      <OutcomePage outcome={{ title: text.missingTitle, lead: text.missing }} isSignedIn={user !== null} />
    );
  return <Confirmation key={user?.id} token={token} user={user} />;
}
