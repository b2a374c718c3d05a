import { getAgreementFacts } from '#contracts';
import type { ServiceClient } from '#platform';
import type { DealFacts } from '../terms/terms.module.js';

/** What the agreements service knows of the deal. @throws AppError what that service answers, or `unavailable` */
export async function askDealFacts(
  agreements: ServiceClient<'agreements'>,
  agreementId: string,
): Promise<Omit<DealFacts, 'recordedAt'>> {
  const { partyA, partyB, amount, isRemoteContract } = await agreements.call(getAgreementFacts, {
    params: { agreementId },
  });
  return {
    partyA: partyA.name,
    partyB: partyB.name,
    amountCents: amount === null ? null : Math.round(Number(amount) * 100),
    isRemote: isRemoteContract,
  };
}
