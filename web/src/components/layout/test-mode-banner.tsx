import { FlaskConical } from 'lucide-react';
import { t } from '../../i18n/en';

/** Says, for as long as the page is open, that no money moves. */
export function TestModeBanner() {
  return (
    <aside
      aria-label={t.app.testMode}
      className="sticky top-16 z-20 flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn"
    >
      <FlaskConical className="size-4 shrink-0" aria-hidden="true" />
      {t.checkout.testBanner}
    </aside>
  );
}
