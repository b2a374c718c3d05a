import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#texts/common';
import { Page, PageHeading } from '../../components/layout/page';
import { configQuery } from '../../lib/api/server-data';

/** Says, for as long as the page is open, that no money moves. */
export function TestModeBanner() {
  return (
    <aside
      aria-label={t.app.testMode}
      data-sticks
      className="sticky top-16 z-20 bg-warn-soft px-4 py-1 text-center text-xs font-medium text-balance text-warn sm:py-2 sm:text-sm"
    >
      <FlaskConical className="mr-2 inline size-4 align-text-bottom" aria-hidden="true" />
      {t.checkout.testBanner}
    </aside>
  );
}

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
