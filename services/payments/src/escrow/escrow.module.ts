import { Module } from '@nestjs/common';
import { MailLimits, ServiceClient, ServiceTokens, Standstills } from '#platform';
import { AdminModule } from '../admin/admin.module.js';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { PaymentsConfig } from '../config.js';
import { ConnectedAccounts, ConnectModule } from '../connect/connect.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { RequestKeys } from '../request-keys.js';
import { StripeFollowers, StripeModule } from '../stripe/stripe.module.js';
import { AdminEscrowsController } from './admin-escrows.controller.js';
import { ClockNotices, NotificationsClient } from './clock-notices.js';
import { CheckParties, DisabledParties, StopEscrows, stopEscrows } from './disabled-parties.js';
import { EscrowController } from './escrow.controller.js';
import { EscrowEntity, EscrowStepEntity } from './escrow.entities.js';
import { AnswerChargeback, RefundLatePayment, RetireEscrowIntent, SettleEscrow } from './escrow.jobs.js';
import { EscrowRepository } from './escrow.repository.js';
import { FollowEscrows, RunEscrowDeadlines } from './escrow.schedules.js';
import { EscrowService } from './escrow.service.js';
import { checkParties, EscrowStore, retireEscrowIntent, settleEscrow } from './escrow.store.js';
import { answerChargeback, EscrowChargebacks } from './escrow-chargebacks.service.js';
import { EscrowCheckout } from './escrow-checkout.service.js';
import { EscrowPayments } from './escrow-payments.service.js';
import { EscrowRefunds, refundLatePayment } from './escrow-refunds.service.js';
import { EscrowInternalController } from './internal.controller.js';
import { OnboardingController } from './onboarding.controller.js';
import { SellerLinks } from './seller-links.service.js';
import { Settlement } from './settlement.service.js';
import { StripeSettlement } from './stripe-settlement.js';
import { TransferFollower } from './transfer.follower.js';

export { stopEscrows } from './disabled-parties.js';
export { EscrowEntity } from './escrow.entities.js';
export { ESCROW_ID } from './escrow.repository.js';
export { paidBySilenceAt, sellerParty } from './escrow.view.js';
export { EscrowChargebacks } from './escrow-chargebacks.service.js';
export { EscrowPayments } from './escrow-payments.service.js';

export const escrowEntities = [EscrowEntity, EscrowStepEntity];

export const escrowWork = {
  jobs: [settleEscrow, retireEscrowIntent, refundLatePayment, stopEscrows, checkParties, answerChargeback],
  handlers: [
    SettleEscrow,
    RetireEscrowIntent,
    RefundLatePayment,
    StopEscrows,
    CheckParties,
    AnswerChargeback,
  ],
  schedules: [RunEscrowDeadlines, FollowEscrows],
};

/**
 * Money of a buyer that is held until a seller has delivered. `escrow.state.ts` has the rules, `EscrowStore` alone writes
 * states, `RunEscrowDeadlines` does what time asks for, `Settlement` moves the money.
 */
@Module({
  imports: [AdminModule, AgreementsModule, ConnectModule, LedgerModule, StripeModule],
  controllers: [OnboardingController, EscrowController, AdminEscrowsController, EscrowInternalController],
  providers: [
    MailLimits,
    RequestKeys,
    EscrowCheckout,
    EscrowService,
    EscrowPayments,
    EscrowRefunds,
    EscrowChargebacks,
    EscrowRepository,
    EscrowStore,
    SellerLinks,
    Settlement,
    StripeSettlement,
    TransferFollower,
    SettleEscrow,
    RetireEscrowIntent,
    RefundLatePayment,
    {
      provide: NotificationsClient,
      inject: [PaymentsConfig, ServiceTokens],
      useFactory: (config: PaymentsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.notificationsUrl, tokens, 'payments', 'notifications'),
    },
    ClockNotices,
    DisabledParties,
    StopEscrows,
    CheckParties,
    AnswerChargeback,
    RunEscrowDeadlines,
    Standstills,
    FollowEscrows,
  ],
  exports: [EscrowPayments, EscrowChargebacks],
})
export class EscrowModule {
  constructor(
    accounts: ConnectedAccounts,
    payments: EscrowPayments,
    followers: StripeFollowers,
    transfers: TransferFollower,
  ) {
    followers.add(transfers);
    accounts.whenReady((manager, account) => payments.sellerReady(manager, account));
  }
}
