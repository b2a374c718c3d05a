import { type MigrationOptions, runMigrations } from '#platform';
import { Payments1763690400000 } from './migrations/20261121-0100-payments.js';
import { DeadLetters1763705400000 } from './migrations/20261121-0610-dead-letters.js';
import { Money1763708400000 } from './migrations/20261121-0700-money.js';
import { SettlingTurns1763946000000 } from './migrations/20261124-0100-settling-turns.js';
import { FailedRefunds1763949600000 } from './migrations/20261124-0200-failed-refunds.js';
import { CancelledContracts1763953200000 } from './migrations/20261124-0300-cancelled-contracts.js';
import { DeadLetterReplays1763971200000 } from './migrations/20261124-0800-dead-letter-replays.js';
import { PublishedEvents1763973420000 } from './migrations/20261124-0837-published-events.js';
import { ReceiptsByAgreement1764004200000 } from './migrations/20261124-1710-receipts-by-agreement.js';
import { Escrows1764064800000 } from './migrations/20261125-1000-escrows.js';
import { StripeWebhooks1764066600000 } from './migrations/20261125-1030-stripe-webhooks.js';
import { ChargebacksInPart1764091800000 } from './migrations/20261125-1730-chargebacks-in-part.js';
import { StripeEventRetries1764108000000 } from './migrations/20261125-2200-stripe-event-retries.js';
import { ResumedEscrows1764147600000 } from './migrations/20261126-0900-resumed-escrows.js';
import { EscrowsSettledInPart1764149400000 } from './migrations/20261126-0930-escrows-settled-in-part.js';
import { EscrowsPayableSince1764151200000 } from './migrations/20261126-1000-escrows-payable-since.js';
import { TranscriptOrders1764154800000 } from './migrations/20261126-1100-transcript-orders.js';
import { EscrowSearch1764185400000 } from './migrations/20261126-1930-escrow-search.js';
import { SellerLinks1764187200000 } from './migrations/20261126-2000-seller-links.js';
import { StepOrigins1764198000000 } from './migrations/20261126-2300-step-origins.js';
import { SellersAskedAgain1764216000000 } from './migrations/20261127-0400-sellers-asked-again.js';
import { DisabledParties1764230400000 } from './migrations/20261127-0800-disabled-parties.js';
import { LastRounds1764231000000 } from './migrations/20261127-0810-last-rounds.js';
import { ExpiryLooks1764232800000 } from './migrations/20261127-0840-expiry-looks.js';
import { RefundsAfterEnd1764234000000 } from './migrations/20261127-0900-refunds-after-end.js';
import { JobNotices1764259200000 } from './migrations/20261127-1600-job-notices.js';
import { ExcessRefunds1764302400000 } from './migrations/20261128-0400-excess-refunds.js';
import { ReplacedOrders1764387000000 } from './migrations/20261129-0330-replaced-orders.js';
import { ReturnedChargebacks1764417600000 } from './migrations/20261129-1200-returned-chargebacks.js';
import { BanksTaking1764418200000 } from './migrations/20261129-1210-banks-taking.js';
import { SentBackByHand1764418800000 } from './migrations/20261129-1220-sent-back-by-hand.js';
import { SellersSince1764419400000 } from './migrations/20261129-1230-sellers-since.js';
import { OpenEscrowsByBuyer1764420000000 } from './migrations/20261129-1240-open-escrows-by-buyer.js';
import { BanksTakingOrders1764421200000 } from './migrations/20261129-1300-banks-taking-orders.js';
import { TestReceipts1764421800000 } from './migrations/20261129-1310-test-receipts.js';
import { KeysOfOrders1764432000000 } from './migrations/20261129-1600-keys-of-orders.js';
import { AgreedPrices1764457800000 } from './migrations/20261129-2310-agreed-prices.js';
import { UnreachedBuyers1764458100000 } from './migrations/20261129-2315-unreached-buyers.js';
import { CreditsOfCoverages1764458400000 } from './migrations/20261129-2320-credits-of-coverages.js';
import { BanksTakingSubscriptions1764529200000 } from './migrations/20261130-1900-banks-taking-subscriptions.js';

/** From the first to the newest. */
export const migrations = [
  Payments1763690400000,
  DeadLetters1763705400000,
  Money1763708400000,
  SettlingTurns1763946000000,
  FailedRefunds1763949600000,
  CancelledContracts1763953200000,
  DeadLetterReplays1763971200000,
  PublishedEvents1763973420000,
  ReceiptsByAgreement1764004200000,
  Escrows1764064800000,
  StripeWebhooks1764066600000,
  ChargebacksInPart1764091800000,
  StripeEventRetries1764108000000,
  ResumedEscrows1764147600000,
  EscrowsSettledInPart1764149400000,
  EscrowsPayableSince1764151200000,
  TranscriptOrders1764154800000,
  EscrowSearch1764185400000,
  SellerLinks1764187200000,
  StepOrigins1764198000000,
  SellersAskedAgain1764216000000,
  DisabledParties1764230400000,
  LastRounds1764231000000,
  ExpiryLooks1764232800000,
  RefundsAfterEnd1764234000000,
  JobNotices1764259200000,
  ExcessRefunds1764302400000,
  ReplacedOrders1764387000000,
  ReturnedChargebacks1764417600000,
  BanksTaking1764418200000,
  SentBackByHand1764418800000,
  SellersSince1764419400000,
  OpenEscrowsByBuyer1764420000000,
  BanksTakingOrders1764421200000,
  TestReceipts1764421800000,
  KeysOfOrders1764432000000,
  AgreedPrices1764457800000,
  UnreachedBuyers1764458100000,
  CreditsOfCoverages1764458400000,
  BanksTakingSubscriptions1764529200000,
];

export function migrate(databaseUrl: string, options?: MigrationOptions): Promise<string[]> {
  return runMigrations(databaseUrl, migrations, options);
}
