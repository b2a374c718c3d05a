import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Stripe has moved of an escrow is on the ledger before all of it has moved. */
export class EscrowsSettledInPart1764149400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table escrows
        -- When the seller's part came on the ledger.
        add column seller_posted_at timestamptz,
        -- What is on the ledger of what goes back; of what was settled by the release before, nothing.
        add column refunded_cents int not null default 0 check (refunded_cents between 0 and amount_cents),
        -- What banks have taken of what had moved already.
        add column loss_cents int not null default 0 check (loss_cents >= 0);
      update escrows set
        seller_posted_at = case when seller_gross_cents > 0 then
          coalesce(settled_at, case when refund_failures > 0 then now() end) end,
        refunded_cents = case when settled_at is not null then buyer_refund_cents else 0 end,
        loss_cents = coalesce((select sum(amount_cents) from ledger_entries
          join ledger_transactions posted on posted.id = transaction_id
          where account = 'losses' and posted.kind = 'held-payment-chargeback-lost'
            and split_part(posted.ref, ':', 1) = escrows.id::text), 0)
      where settled_at is not null or refund_failures > 0 or chargeback is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table escrows drop column seller_posted_at, drop column refunded_cents, drop column loss_cents',
    );
  }
}
