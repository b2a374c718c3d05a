import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { listUnpaidAgreements, plans, type UnpaidAgreement } from '#contracts';
import { ServiceClient } from '#platform';
import type { PendingPayment } from './pending-payment.view.js';

interface OpenPayment {
  agreementId: string;
  amountCents: number;
}

/** As many of one kind as anybody would look through. */
const MOST = 50;

/** What waits for a user's payment. */
@Injectable()
export class PendingPaymentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: ServiceClient<'agreements'>,
  ) {}

  /** Contracts, transcripts by a person, then held payments; each the newest first. @throws AppError `unavailable` */
  async list(userId: number): Promise<PendingPayment[]> {
    const [contracts, transcripts, held] = await Promise.all([
      this.contracts(userId),
      this.open(
        `select agreement_id as "agreementId", amount_cents as "amountCents" from orders
         where user_id = $1 and purpose = 'manual_transcription' and status = 'open' and contract_cancelled_at is null
         order by id desc limit ${MOST}`,
        userId,
      ),
      this.open(
        `select agreement_id as "agreementId", amount_cents as "amountCents" from held_payments
         where buyer_id = $1 and state = 'requires_payment' order by id desc limit ${MOST}`,
        userId,
      ),
    ]);
    return [
      ...contracts.map(({ agreementId, planType, partyBName }) => ({
        amount: plans[planType].priceCents / 100,
        type: 'contract' as const,
        agreementId,
        description: `Voice contract with ${partyBName}`,
      })),
      ...transcripts.map(({ agreementId, amountCents }) => ({
        amount: amountCents / 100,
        type: 'manual_transcription' as const,
        agreementId,
        description: 'Transcript made by a person',
      })),
      ...held.map(({ agreementId, amountCents }) => ({
        amount: amountCents / 100,
        type: 'held_payment' as const,
        agreementId,
        description: 'Payment held until the seller delivers',
      })),
    ];
  }

  /** Agreements that wait, but for those whose payment is on its way from us to them. */
  private async contracts(userId: number): Promise<UnpaidAgreement[]> {
    const unpaid = await this.agreements.call(listUnpaidAgreements, { params: { userId } });
    const done = await this.dataSource.query<{ agreementId: string }[]>(
      `select agreement_id as "agreementId" from coverages where agreement_id = any($1)
       union select agreement_id from orders
       where agreement_id = any($1) and purpose = 'contract' and status <> 'open'`,
      [unpaid.map(({ agreementId }) => agreementId)],
    );
    const isDone = new Set(done.map(({ agreementId }) => agreementId));
    return unpaid.filter(({ agreementId }) => !isDone.has(agreementId));
  }

  private open(sql: string, userId: number): Promise<OpenPayment[]> {
    return this.dataSource.query<OpenPayment[]>(sql, [userId]);
  }
}
