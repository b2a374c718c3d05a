import { Module } from '@nestjs/common';
import { StripeFollowers, StripeModule } from '../stripe/stripe.module.js';
import { ConnectedAccountEntity, ConnectedAccounts } from './connected-accounts.service.js';
import { EscrowLinks } from './escrow-links.js';

export {
  BY_MAILED_LINK,
  type ConnectedAccount,
  ConnectedAccounts,
  isByBuyer,
} from './connected-accounts.service.js';
export { EscrowLinks } from './escrow-links.js';

export const connectEntities = [ConnectedAccountEntity];

/** The connected accounts that sellers are paid through, and the links by which they come to them. */
@Module({
  imports: [StripeModule],
  providers: [ConnectedAccounts, EscrowLinks],
  exports: [ConnectedAccounts, EscrowLinks],
})
export class ConnectModule {
  constructor(followers: StripeFollowers, accounts: ConnectedAccounts) {
    followers.add(accounts);
  }
}
