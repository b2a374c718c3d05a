import { useQuery } from '@tanstack/react-query';
import { dashboardTexts } from '#texts/dashboard';
import type { components } from '../../lib/api/api.gen';
import type { AgreementView } from '../../lib/api/api-types';
import { formatCents, formatDateTime } from '../../lib/format';
import { creditsQuery } from './api';

/** What was paid for a contract that came to nothing, and pays for another one as long as it lasts. */
type Credit = components['schemas']['CreditView'];

const REFETCH_MS = 3000;
/** Within this time after a contract has ended its credit is there. */
const MADE_WITHIN_MS = 60_000;

type Ended = Pick<AgreementView, 'agreementId' | 'status' | 'paidAt' | 'cancelledAt'>;

const mayLeaveCredit = ({ status, paidAt }: Ended): boolean => status === 'cancelled' && paidAt !== null;

/** The credits that can still be used; asked for only where one of the contracts may have left one. */
export function useCredits(agreements: readonly Ended[]): readonly Credit[] {
  const ended = agreements.filter(mayLeaveCredit);
  const query = useQuery({
    ...creditsQuery,
    enabled: ended.length > 0,
    // A contract can be known to have ended before its credit is there.
    refetchInterval: ({ state: { data = [] } }) =>
      ended.some(
        ({ agreementId, cancelledAt }) =>
          Date.now() - Date.parse(cancelledAt ?? '') < MADE_WITHIN_MS &&
          !data.some((credit) => credit.agreementId === agreementId),
      )
        ? REFETCH_MS
        : false,
  });
  return query.data ?? [];
}

/** What became of the money, and until which minute it can be used: a credit does not last to the end of its last day. */
export function creditWords({ amountCents, currency, expiresAt }: Credit): string {
  const amount = formatCents(amountCents, currency.toUpperCase(), true);
  return dashboardTexts.credit(amount, formatDateTime(expiresAt));
}

/** What became of the money of a contract that came to nothing; nothing where nothing is kept. */
export function CreditLine({ agreement }: { agreement: AgreementView }) {
  const credit = useCredits([agreement]).find(({ agreementId }) => agreementId === agreement.agreementId);
  return credit ? <span className="block text-sm text-ok">{creditWords(credit)}</span> : null;
}
