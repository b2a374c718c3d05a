import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#texts/common';
import { Page, PageHeading } from '../../components/layout/page';
import { TestModeBanner } from '../../components/layout/test-mode-banner';
import { configQuery } from '../../lib/api/config';

interface PaymentPageProps {
  title: string;
  /** Drawn above the heading. */
  above?: ReactNode;
  children: ReactNode;
}

/** A page on which money moves, or says in its title and above everything that none does. */
export function PaymentPage({ title, above, children }: PaymentPageProps) {
  const config = useQuery(configQuery);
  const isTest = config.data?.payments.mode === 'sandbox';
  return (
    <>
      {isTest && <TestModeBanner />}
      <Page title={isTest ? t.app.testTitle(title) : title} className="flex flex-col gap-6">
        {above}
        <PageHeading>{title}</PageHeading>
        {children}
      </Page>
    </>
  );
}
