import { Link } from 'wouter';
import { t } from '#texts/common';
import { Page, PageHeading } from '../components/layout/page';
import { Card } from '../components/ui/card';
import { SignupForm } from '../features/auth/signup-form';
import { readPending } from '../lib/session/pending-checkout';

export default function Signup() {
  return (
    <Page title={t.auth.signupTitle} width="form" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageHeading>{t.auth.signupTitle}</PageHeading>
        <p className="text-lg text-muted">{readPending() ? t.auth.signupLead : t.auth.signupLeadPlain}</p>
      </div>
      <Card>
        <SignupForm />
      </Card>
      <p>
        {t.auth.haveAccount}{' '}
        <Link
          href="/login"
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          {t.auth.signIn}
        </Link>
      </p>
    </Page>
  );
}
