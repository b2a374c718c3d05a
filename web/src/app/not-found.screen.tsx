import { useLocation } from 'wouter';
import { t } from '#texts/common';
import { Page, PageHeading } from '../components/layout/page';
import { Button, ButtonLink } from '../components/ui/button';
import { logout } from '../lib/session/logout';
import { endSession, getSession } from '../lib/session/session';

export default function NotFound() {
  const [, navigate] = useLocation();
  return (
    <Page title={t.notFound.title} width="text" className="flex flex-col items-start gap-5 sm:py-20">
      <p className="text-sm font-medium text-muted tabular-nums">404</p>
      <PageHeading>{t.notFound.title}</PageHeading>
      <p className="text-lg text-muted">{t.notFound.text}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/">{t.notFound.home}</ButtonLink>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {t.notFound.refresh}
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            if (getSession().token) logout('user').catch(() => undefined);
            endSession();
            navigate('/login');
          }}
        >
          {t.notFound.login}
        </Button>
      </div>
    </Page>
  );
}
