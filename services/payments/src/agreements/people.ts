import { Injectable } from '@nestjs/common';
import {
  type AccountFacts,
  type AgreementFacts,
  getAccount,
  getAddressHolder,
  getAgreementFacts,
  getAgreementOwner,
} from '#contracts';
import { AppError, ServiceClient, withAsciiDomain } from '#platform';

/** Asks agreements. A token is for one service, so each has a client of its own. */
export abstract class AgreementsClient extends ServiceClient<'agreements'> {}

/** Asks auth, which knows who somebody is. */
export abstract class AuthClient extends ServiceClient<'auth'> {}

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
    private readonly agreements: AgreementsClient,
    private readonly auth: AuthClient,
  ) {}

  agreement(agreementId: string): Promise<AgreementFacts> {
    return this.agreements.call(getAgreementFacts, { params: { agreementId } });
  }

  account(userId: number): Promise<AccountFacts> {
    return this.auth.call(getAccount, { params: { id: userId } });
  }

  /** Of an account that is known. The release before does not say. */
  async isDisabled(userId: number): Promise<boolean> {
    const { isDisabled = false } = await this.account(userId);
    return isDisabled;
  }

  /** Whether mails about an agreement do not reach one of its parties. The release before does not say. */
  async isUnreached(agreementId: string, party: 'a' | 'b'): Promise<boolean> {
    const { unreachedParties = [] } = await this.agreement(agreementId);
    return unreachedParties.includes(party);
  }

  /** The account that had an address confirmed at a moment, or the first that confirmed it afterwards; null: none. */
  async holderOf(email: string, at: Date | string): Promise<number | null> {
    const body = { email: email.toLowerCase(), at: new Date(at).toISOString() };
    return (await this.auth.call(getAddressHolder, { body })).userId;
  }

  async ownerId(agreementId: string): Promise<number | null> {
    const { ownerId } = await this.agreements.call(getAgreementOwner, { params: { agreementId } });
    return ownerId;
  }

  /** Whether recording and words are gone. The release before does not say. */
  async isContentDeleted(agreementId: string): Promise<boolean> {
    const { isContentDeleted = false } = await this.agreements.call(getAgreementOwner, {
      params: { agreementId },
    });
    return isContentDeleted;
  }

  /**
   * The owner pays as party A, and as party B the account whose address it was when party B answered through it, whatever
   * its address is now. Before such an answer it is whoever has shown that party B's address is theirs.
   * @throws AppError `address_unverified` as long as that was not shown, `agreement_not_found` for everybody else
   */
  async buyer(agreement: AgreementFacts, userId: number): Promise<Buyer> {
    const { ownerId, partyA, partyB } = agreement;
    const account = await this.account(userId);
    const own = account.email.toLowerCase();
    // As accounts and sellers have theirs: what was typed before addresses were kept so is compared with those.
    const [typedA, typed] = [withAsciiDomain(partyA.email), withAsciiDomain(partyB.email)];
    if (ownerId === userId) return { id: userId, party: 'a', emails: [own, typedA] };
    const boundId = await this.boundPartyB(agreement);
    if (boundId === null) {
      if (own !== typed) throw new AppError('agreement_not_found');
      if (!account.isEmailVerified) throw new AppError('address_unverified');
    } else if (boundId !== userId) throw new AppError('agreement_not_found');
    return { id: userId, party: 'b', emails: [own, typed] };
  }

  /** The account that party B is for good; null before an answer that shows it, and while no account had the address. */
  private async boundPartyB({ partyB, partyBAnsweredAt: at = null }: AgreementFacts): Promise<number | null> {
    return at === null ? null : this.holderOf(partyB.email, at);
  }
}
