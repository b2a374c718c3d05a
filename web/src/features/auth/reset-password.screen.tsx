import { useEffect, useState } from 'react';
import { accountTexts } from '#texts/account';
import { Page, PageHeading } from '../../components/layout/page';
import { ButtonLink } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { rememberAddress } from '../../lib/browser/language';
import { ResetForm } from './reset-form';

const text = accountTexts.reset;

/** Choose a new password with a mailed link. */
export default function ResetPassword() {
  const [search] = useState(() => window.location.search);
  const token = new URLSearchParams(search).get('token');
  const [isDead, setDead] = useState(false);

  // The token opens the account, so it stays out of the address bar and the history.
  useEffect(() => {
    const { pathname } = window.location;
    if (!search) return;
    window.history.replaceState(window.history.state, '', pathname);
    return rememberAddress(pathname + search);
  }, [search]);

  if (!token || isDead) {
    const title = isDead ? text.deadTitle : text.missingTitle;
    return (
      <Page title={title} focusKey={title} width="text" className="flex flex-col items-start gap-5 sm:py-20">
        <PageHeading>{title}</PageHeading>
        <p className="text-lg">{isDead ? text.dead : text.missing}</p>
        <ButtonLink href="/login">{isDead ? text.ask : text.toLogin}</ButtonLink>
      </Page>
    );
  }
  return (
    <Page title={text.title} width="form" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageHeading>{text.title}</PageHeading>
        <p className="text-lg text-muted">{text.lead}</p>
      </div>
      <Card>
        <ResetForm token={token} onDead={() => setDead(true)} />
      </Card>
    </Page>
  );
}
