import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { accountTexts } from '#texts/account';
import { t } from '#texts/common';
import { SignedIn } from '../../app/guards';
import { Page, PageHeading } from '../../components/layout/page';
import { ButtonLink } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Card, CardTitle } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { useSession } from '../../lib/session/session';
import { userAccount, userQuery } from './api';
import { LoginCards } from './login-cards';
import { ProfileForm } from './profile-form';

const text = accountTexts.profile;
const REFUSAL = { title: text.authTitle, text: text.authText, tone: 'destructive' } as const;

function FormSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{t.app.loading}</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-11 w-36" />
    </div>
  );
}

function Settings() {
  const session = useSession();
  const user = useQuery(userQuery);
  // Without the server's answer the form starts with what this browser remembers.
  const known = user.data ?? (user.isError ? session.user : null);
  return (
    <Page title={text.title} width="text" className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-1">
        <ButtonLink href="/dashboard" variant="quiet" className="-mx-3 px-3!">
          <ArrowLeft className="size-5" aria-hidden="true" />
          {text.back}
        </ButtonLink>
        <PageHeading>{text.title}</PageHeading>
      </div>
      <Card aria-labelledby="profile-information" className="flex flex-col gap-5">
        <CardTitle id="profile-information">{text.information}</CardTitle>
        {user.isError && <Notice tone="warn">{text.loadFailed}</Notice>}
        {known ? <ProfileForm user={known} /> : <FormSkeleton />}
      </Card>
      <LoginCards account={userAccount} hint={accountTexts.password.hint} />
      <Card aria-labelledby="payments" className="flex flex-col gap-5">
        <div>
          <CardTitle id="payments">{text.payments}</CardTitle>
          <p className="text-muted">{text.paymentsText}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {/* A full load: only the document of a payment page may talk to the payment provider. */}
          <a href="/subscribe" className={buttonClass('secondary')}>
            {t.nav.subscription}
          </a>
          <ButtonLink href="/receipts" variant="secondary">
            {t.nav.receipts}
          </ButtonLink>
        </div>
      </Card>
    </Page>
  );
}

/** The account's own details. */
export default function Profile() {
  return (
    <SignedIn refusal={REFUSAL}>
      <Settings />
    </SignedIn>
  );
}
