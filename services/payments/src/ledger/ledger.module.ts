import { Module } from '@nestjs/common';
import { LedgerController } from './ledger.controller.js';
import { Ledger } from './ledger.js';
import { Receipts } from './receipts.js';

export { Ledger, type LedgerEntry, type LedgerTransaction } from './ledger.js';
export { type ReceiptPurpose, type ReceiptRow, Receipts, receiptPurposes } from './receipts.js';

/** What is written down about money that has moved: the double-entry ledger and the numbered receipts. */
@Module({
  controllers: [LedgerController],
  providers: [Ledger, Receipts],
  exports: [Ledger, Receipts],
})
export class LedgerModule {}
