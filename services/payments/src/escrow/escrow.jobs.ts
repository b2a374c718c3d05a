import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { Clock, failpoint, LOGGER } from '#platform';
import {
  disputesOf,
  isRefundMissing,
  keptCents,
  PaymentIntents,
  refundAttempts,
  refundKey,
  refundUnlessDisputed,
  STRIPE,
} from '../stripe/stripe.module.js';
import { ESCROW_ID, type LatePayment } from './escrow.repository.js';
import {
  EscrowStore,
  type RetireEscrowIntentPayload,
  retireEscrowIntent,
  type SettleEscrowPayload,
  settleEscrow,
} from './escrow.store.js';
import {
  type AnswerChargebackPayload,
  answerChargeback,
  EscrowChargebacks,
} from './escrow-chargebacks.service.js';
import { EscrowPayments } from './escrow-payments.service.js';
import { EscrowRefunds, refundLatePayment } from './escrow-refunds.service.js';
import { Settlement } from './settlement.service.js';

const MOST = 100;

@Injectable()
export class SettleEscrow implements JobHandler<SettleEscrowPayload> {
  readonly job = settleEscrow;

  constructor(
    private readonly settlement: Settlement,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run({ payload }: JobRun<SettleEscrowPayload>): Promise<Commit> {
    const { [ESCROW_ID]: escrowId } = payload;
    const moved = await this.settlement.move(escrowId);
    return async (manager) => {
      if (moved !== null) await this.settlement.close(manager, escrowId, moved);
    };
  }

  giveUp({ [ESCROW_ID]: escrowId }: SettleEscrowPayload, error: unknown): Promise<Commit> {
    this.logger.error({ escrowId, err: error }, 'an escrow does not move; it is tried again hourly');
    return Promise.resolve((manager) => this.settlement.giveUp(manager, escrowId));
  }
}

@Injectable()
export class RetireEscrowIntent implements JobHandler<RetireEscrowIntentPayload> {
  readonly job = retireEscrowIntent;

  constructor(
    private readonly intents: PaymentIntents,
    private readonly payments: EscrowPayments,
  ) {}

  async run({ payload }: JobRun<RetireEscrowIntentPayload>): Promise<Commit> {
    const { paymentIntentId } = payload;
    const intent = await this.intents.retireIfKnown(paymentIntentId);
    failpoint('payments.escrow.after-retire');
    if (intent === null) return (manager) => this.payments.letGoOfUnknown(manager, paymentIntentId);
    return (manager) => this.payments.settleLetGo(manager, intent);
  }
}

@Injectable()
export class RefundLatePayment implements JobHandler<LatePayment> {
  readonly job = refundLatePayment;

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly intents: PaymentIntents,
    private readonly store: EscrowStore,
    private readonly refunds: EscrowRefunds,
    private readonly clock: Clock,
  ) {}

  async run({ payload }: JobRun<LatePayment>): Promise<Commit> {
    const { [ESCROW_ID]: escrowId, paymentIntentId, cents } = payload;
    const { data } = await this.stripe.refunds.list({ payment_intent: paymentIntentId, limit: MOST });
    const attempts = refundAttempts(data);
    const disputes = await disputesOf(this.stripe, paymentIntentId);
    const takenCents = disputes.reduce((sum, dispute) => sum + keptCents(dispute), 0);
    if (isRefundMissing(attempts, cents - takenCents)) {
      const created = await refundUnlessDisputed(
        this.stripe,
        { payment_intent: paymentIntentId, metadata: { [ESCROW_ID]: escrowId } },
        refundKey(`late-${paymentIntentId}-refund`, attempts),
        this.clock.now(),
      );
      // The bank has the money; should it come back with the end of the dispute, another job sends it.
      if (created === null) return () => Promise.resolve();
      failpoint('payments.late-refund.after-stripe');
      data.unshift(created);
    }
    const intent = await this.intents.look(paymentIntentId);
    return async (manager) => {
      const escrow = await this.store.lock(manager, escrowId);
      await this.refunds.followLate(manager, escrow, intent, data);
    };
  }
}

@Injectable()
export class AnswerChargeback implements JobHandler<AnswerChargebackPayload> {
  readonly job = answerChargeback;

  constructor(private readonly chargebacks: EscrowChargebacks) {}

  async run({ payload }: JobRun<AnswerChargebackPayload>): Promise<Commit> {
    await this.chargebacks.answer(payload);
    return () => Promise.resolve();
  }
}
