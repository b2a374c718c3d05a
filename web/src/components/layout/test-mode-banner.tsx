import { FlaskConical } from 'lucide-react';
import { t } from '#texts/common';

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
