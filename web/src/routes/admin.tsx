import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { adminTexts } from '#texts/admin';
import { Page, PageHeading } from '../components/layout/page';
import { Button } from '../components/ui/button';
import { toast } from '../components/ui/toast-store';
import { adminLogout } from '../features/admin/api';
import { ListSkeleton } from '../features/admin/lists/list-states';
import { forgetAdminData } from '../features/admin/login/forget';
import { SectionTabs } from '../features/admin/section-tabs';
import { parseSection, type Section } from '../features/admin/sections';
import { StatsCards } from '../features/admin/stats-cards';
import { endAdminSession, useAdminSession } from '../lib/session/admin-session';

const SECTIONS: Record<Section, ComponentType> = {
  users: lazy(() => import('../features/admin/users-section').then((m) => ({ default: m.UsersSection }))),
  agreements: lazy(() =>
    import('../features/admin/agreements/agreements-section').then((m) => ({ default: m.AgreementsSection })),
  ),
  payments: lazy(() =>
    import('../features/admin/payments-section').then((m) => ({ default: m.PaymentsSection })),
  ),
  held: lazy(() => import('../features/admin/held/held-section').then((m) => ({ default: m.HeldSection }))),
  tickets: lazy(() =>
    import('../features/admin/work/tickets-section').then((m) => ({ default: m.TicketsSection })),
  ),
  manual: lazy(() =>
    import('../features/admin/work/manual-section').then((m) => ({ default: m.ManualSection })),
  ),
  jobs: lazy(() => import('../features/admin/work/jobs-section').then((m) => ({ default: m.JobsSection }))),
  system: lazy(() =>
    import('../features/admin/work/system-section').then((m) => ({ default: m.SystemSection })),
  ),
  acts: lazy(() => import('../features/admin/acts-section').then((m) => ({ default: m.ActsSection }))),
};

export default function Admin() {
  const session = useAdminSession();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const section = parseSection(params.get('section'));
  const Content = SECTIONS[section];
  if (!session) return null;

  const leave = () => {
    // The answer does not matter: this browser forgets the session either way.
    adminLogout().catch(() => undefined);
    endAdminSession();
    forgetAdminData(queries);
    navigate('/admin-login');
    toast({ title: adminTexts.signedOutTitle, text: adminTexts.signedOutText });
  };

  return (
    <Page title={adminTexts.sectionTitle(adminTexts.sections[section])} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <PageHeading>{adminTexts.title}</PageHeading>
          <p className="wrap-anywhere text-muted">
            {adminTexts.signedInAs(session.user.username, session.user.email)}
          </p>
        </div>
        <Button variant="secondary" onClick={leave}>
          <LogOut className="size-4" aria-hidden="true" />
          {adminTexts.signOut}
        </Button>
      </div>
      <StatsCards />
      <SectionTabs section={section}>
        <Suspense fallback={<ListSkeleton />}>
          <Content key={section} />
        </Suspense>
      </SectionTabs>
    </Page>
  );
}
