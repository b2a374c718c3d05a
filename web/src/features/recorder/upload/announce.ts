import { t } from '#texts/common';
import { toast } from '../../../components/ui/toast-store';
import type { SavedRecording } from '../../../lib/api/api-types';
import { rememberPending } from '../../../lib/session/pending-checkout';
import { getSession } from '../../../lib/session/session';

/** A take has become an agreement: remembered for signup and checkout, and said. */
export function announceSaved(saved: SavedRecording, agreementData: string): void {
  const { planType } = JSON.parse(agreementData) as { planType: string };
  const { user } = getSession();
  rememberPending({
    agreementId: saved.agreementId,
    planType,
    claimToken: saved.claimToken ?? null,
    byVisitor: user === null,
  });
  const text = user ? t.deal.savedSignedIn : t.deal.savedVisitor;
  toast({ title: t.deal.savedTitle, text });
}
