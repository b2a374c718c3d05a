import { Inject, Injectable } from '@nestjs/common';
import type { AgreementStatus, DealKind, HoldPeriod } from '#contracts';
import { AppError, ServiceClient } from '#platform';
import { AUTH } from '../subscriptions/customers.service.js';

interface Party {
  name: string;
  email: string;
}

export interface AgreementFacts {
  agreementId: string;
  ownerId: number | null;
  status: AgreementStatus;
  escrowHoldPeriod: HoldPeriod;
  kind: DealKind | null;
  createdAt: string;
  durationSeconds: number;
  partyA: Party;
  partyB: Party;
}

export interface Account {
  id: number;
  username: string;
  email: string;
  /** The address is known to be theirs. */
  isEmailVerified: boolean;
}

export interface Buyer {
  id: number;
  party: 'a' | 'b';
  /** Addresses under which they cannot be the seller, in lower case. */
  emails: readonly string[];
}

/** Who somebody is in an agreement, asked of the services that know. */
@Injectable()
export class People {
  constructor(
    private readonly agreements: ServiceClient,
    @Inject(AUTH) private readonly auth: ServiceClient,
  ) {}

  agreement(agreementId: string): Promise<AgreementFacts> {
    return this.agreements.call(`/internal/agreements/${agreementId}`);
  }

  account(userId: number): Promise<Account> {
    return this.auth.call(`/internal/users/${userId}`);
  }

  async ownerId(agreementId: string): Promise<number | null> {
    const { ownerId } = await this.agreements.call<{ ownerId: number | null }>(
      `/internal/agreements/${agreementId}/owner`,
    );
    return ownerId;
  }

  /**
   * The owner pays as party A, whoever has shown that party B's address is theirs as party B.
   * @throws AppError `address_unverified` as long as that was not shown, `agreement_not_found` for everybody else
   */
  async buyer({ ownerId, partyA, partyB }: AgreementFacts, userId: number): Promise<Buyer> {
    const account = await this.account(userId);
    const own = account.email.toLowerCase();
    if (ownerId === userId) return { id: userId, party: 'a', emails: [own, partyA.email.toLowerCase()] };
    if (own !== partyB.email.toLowerCase()) throw new AppError('agreement_not_found');
    if (!account.isEmailVerified) throw new AppError('address_unverified');
    return { id: userId, party: 'b', emails: [own] };
  }
}
