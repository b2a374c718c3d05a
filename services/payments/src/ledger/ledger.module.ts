import { Module } from '@nestjs/common';
import { LedgerController } from './ledger.controller.js';
import { LedgerEntryEntity, LedgerTransactionEntity, ReceiptEntity } from './ledger.entities.js';
import { Ledger } from './ledger.js';
import { Receipts } from './receipts.js';

export { ReceiptEntity, type ReceiptPurpose, receiptPurposes } from './ledger.entities.js';
export { Ledger, type LedgerEntry, type LedgerTransaction } from './ledger.js';
export { Receipts } from './receipts.js';
export { keptByBanksSql, postDispute, refundTransaction } from './stripe-transactions.js';

export const ledgerEntities = [LedgerTransactionEntity, LedgerEntryEntity, ReceiptEntity];

/** What is written down about money that has moved: the double-entry ledger and the numbered receipts. */
@Module({
  controllers: [LedgerController],
  providers: [Ledger, Receipts],
  exports: [Ledger, Receipts],
})
export class LedgerModule {}
