import { Link } from 'wouter';
import { t } from '../../i18n/en';
import { Mark } from '../ui/mark';

export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 text-sm text-muted sm:flex-row sm:items-center sm:justify-between sm:px-6">
        <div className="flex items-center gap-3">
          <Mark className="size-6 shrink-0" />
          <p>
            <span className="font-medium text-ink">{t.app.name}.</span> {t.app.footerLine}
          </p>
        </div>
        <nav aria-label={t.nav.footer} className="flex flex-wrap gap-x-6">
          <Link
            href="/how-it-works"
            className="flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline"
          >
            {t.nav.howItWorks}
          </Link>
        </nav>
        <p className="sm:max-w-xs">{t.app.notLegalAdvice}</p>
      </div>
    </footer>
  );
}
