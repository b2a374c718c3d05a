import { dashboardTexts } from '#texts/dashboard';
import type { AgreementView } from '../../lib/api/api-types';
import { formatCents, formatDate } from '../../lib/format';
import { type Credit, useCredits } from '../payments/credits';

/** What became of the money, and until when it can be used. */
export function creditWords({ amountCents, currency, expiresAt }: Credit): string {
  return dashboardTexts.credit(formatCents(amountCents, currency.toUpperCase(), true), formatDate(expiresAt));
}

/** What became of the money of a contract that came to nothing; nothing where nothing is kept. */
export function CreditLine({ agreement }: { agreement: AgreementView }) {
  const credit = useCredits([agreement]).find(({ agreementId }) => agreementId === agreement.agreementId);
  return credit ? <span className="block text-sm text-ok">{creditWords(credit)}</span> : null;
}
