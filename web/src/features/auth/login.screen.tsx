import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { t } from '#texts/common';
import { Page, PageHeading } from '../../components/layout/page';
import { Card } from '../../components/ui/card';
import { Notice } from '../../components/ui/notice';
import { readPending } from '../../lib/session/pending-notes';
import { LoginForm } from './login-form';
import { readWanted } from './wanted';

export default function Login() {
  const queries = useQueryClient();
  const [wanted] = useState(readWanted);
  // Whoever signs in next must not see what the one before has read.
  useEffect(() => queries.clear(), [queries]);
  return (
    <Page title={t.auth.loginTitle} width="form" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageHeading>{t.auth.loginTitle}</PageHeading>
        <p className="text-lg text-muted">{t.auth.loginLead}</p>
      </div>
      {!wanted && readPending() && <Notice tone="ok">{t.auth.pendingNote}</Notice>}
      <Card>
        <LoginForm />
      </Card>
      <p>
        {t.auth.noAccount}{' '}
        <Link
          href="/signup"
          state={wanted}
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          {t.auth.signUp}
        </Link>
      </p>
    </Page>
  );
}
