import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ComponentType } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { adminTexts } from '#texts/admin';
import { logoutTexts } from '#texts/logout';
import { Page, PageHeading } from '../../components/layout/page';
import { Button } from '../../components/ui/button';
import { lazyPart } from '../../components/ui/lazy-part';
import { SkeletonRows } from '../../components/ui/skeleton';
import { toast } from '../../components/ui/toast-store';
import { useUntilLeft } from '../../lib/browser/leaving';
import { endAdminSession, forgetAdminData, useAdminSession } from '../../lib/session/admin-session';
import { logout } from '../../lib/session/logout';
import { NeedsYou, StatsCards } from './overview';
import { SectionTabs } from './section-tabs';
import { parseSection, type Section } from './sections';

const sectionPart = (load: () => Promise<ComponentType>) =>
  lazyPart(load, { waiting: <SkeletonRows rows={5} /> });

const SECTIONS: Record<Section, ComponentType> = {
  users: sectionPart(() => import('./users-section').then((m) => m.UsersSection)),
  agreements: sectionPart(() => import('./agreements-section').then((m) => m.AgreementsSection)),
  payments: sectionPart(() => import('./payments-section').then((m) => m.PaymentsSection)),
  held: sectionPart(() => import('./escrow-section').then((m) => m.EscrowSection)),
  tickets: sectionPart(() => import('./tickets-section').then((m) => m.TicketsSection)),
  transcripts: sectionPart(() =>
    import('./human-transcripts-section').then((m) => m.HumanTranscriptsSection),
  ),
  jobs: sectionPart(() => import('./jobs-section').then((m) => m.JobsSection)),
  system: sectionPart(() => import('./system-section').then((m) => m.SystemSection)),
  acts: sectionPart(() => import('./audit-log-section').then((m) => m.AuditLogSection)),
  account: sectionPart(() => import('./account-section').then((m) => m.AccountSection)),
};

export default function Admin() {
  const session = useUntilLeft(useAdminSession());
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const section = parseSection(params.get('section'));
  const Content = SECTIONS[section];
  if (!session) return null;

  const leave = () => {
    const told = logout('admin');
    endAdminSession();
    forgetAdminData(queries);
    navigate('/admin-login');
    void told.then((isTold) =>
      isTold
        ? toast({ title: adminTexts.signedOutTitle, text: adminTexts.signedOutText })
        : toast({ title: logoutTexts.untoldTitle, text: logoutTexts.untoldText, tone: 'destructive' }),
    );
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
      <NeedsYou />
      <StatsCards />
      <SectionTabs section={section}>
        <Content key={section} />
      </SectionTabs>
    </Page>
  );
}
