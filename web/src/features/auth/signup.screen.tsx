import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { t } from '#texts/common';
import { dealTexts } from '#texts/deal';
import { Page, PageHeading } from '../../components/layout/page';
import { Card } from '../../components/ui/card';
import { readPending } from '../../lib/session/pending-notes';
import { agreementQuery } from '../agreements/api';
import { DealLine } from '../agreements/deal-line';
import { DealStepBar } from '../new-agreement/deal-step-bar';
import { SignupForm } from './signup-form';
import { readWanted } from './wanted';

export default function Signup() {
  const [wanted] = useState(readWanted);
  // What is wanted comes first.
  const [pending] = useState(() => (wanted ? null : readPending()));
  // The browser that recorded it may read it before there is an account.
  const recorded = useQuery({ ...agreementQuery(pending?.agreementId ?? ''), enabled: pending !== null });
  return (
    <Page title={t.auth.signupTitle} width="form" className="flex flex-col gap-6">
      {pending && <DealStepBar step="signup" hasAccount={false} />}
      <div className="flex flex-col gap-2">
        <PageHeading>{t.auth.signupTitle}</PageHeading>
        <p className="text-lg text-muted">{pending ? t.auth.signupLead : t.auth.signupLeadPlain}</p>
        {recorded.data && (
          <DealLine deal={recorded.data} title={dealTexts.recordingWith(recorded.data.partyBName)} />
        )}
      </div>
      <Card>
        <SignupForm />
      </Card>
      <p>
        {t.auth.haveAccount}{' '}
        <Link
          href="/login"
          state={wanted}
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          {t.auth.signIn}
        </Link>
      </p>
    </Page>
  );
}
