import type { ServiceClient } from '#platform';
import type { DealFacts } from '../terms/terms.module.js';

interface AgreementAnswer {
  partyA: { name: string };
  partyB: { name: string };
  /** `2000.00` */
  amount: string | null;
  createdAt: string;
  isRemoteContract: boolean;
}

/** What the agreements service knows of the deal. @throws AppError what that service answers, or `unavailable` */
export async function askDealFacts(agreements: ServiceClient, agreementId: string): Promise<DealFacts> {
  const { partyA, partyB, amount, createdAt, isRemoteContract } = await agreements.call<AgreementAnswer>(
    `/internal/agreements/${agreementId}`,
  );
  return {
    partyA: partyA.name,
    partyB: partyB.name,
    amountCents: amount === null ? null : Math.round(Number(amount) * 100),
    isRemote: isRemoteContract,
    recordedAt: new Date(createdAt),
  };
}
