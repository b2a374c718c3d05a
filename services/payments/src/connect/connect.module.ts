import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { StripeFollowers, StripeModule } from '../stripe/stripe.module.js';
import { ConnectController } from './connect.controller.js';
import { ConnectedAccounts } from './connected-accounts.service.js';
import { EscrowLinks } from './escrow-links.js';

export { Onboarding } from './connect.controller.js';
export { BY_MAILED_LINK, type ConnectedAccount, ConnectedAccounts } from './connected-accounts.service.js';
export { EscrowLinks } from './escrow-links.js';

/** The connected accounts that sellers are paid through, and the links by which they come to them. */
@Module({
  imports: [AgreementsModule, StripeModule],
  controllers: [ConnectController],
  providers: [ConnectedAccounts, EscrowLinks],
  exports: [ConnectedAccounts, EscrowLinks],
})
export class ConnectModule {
  constructor(followers: StripeFollowers, accounts: ConnectedAccounts) {
    followers.add(accounts);
  }
}
