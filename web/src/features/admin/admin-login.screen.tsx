import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { adminLoginTexts as texts } from '#texts/admin-login';
import { Page, PageHeading } from '../../components/layout/page';
import { Card } from '../../components/ui/card';
import { forgetAdminData } from '../../lib/session/admin-session';
import { AdminLoginForm } from './login-form';

export default function AdminLogin() {
  const queries = useQueryClient();
  // Whoever signs in next must not see what the one before has read.
  useEffect(() => forgetAdminData(queries), [queries]);
  return (
    <Page title={texts.title} width="form" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageHeading>{texts.title}</PageHeading>
        <p className="text-lg text-muted">{texts.lead}</p>
      </div>
      <Card>
        <AdminLoginForm />
      </Card>
      <p>
        {texts.notEmployee}{' '}
        <Link
          href="/login"
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          {texts.userLogin}
        </Link>
      </p>
    </Page>
  );
}
