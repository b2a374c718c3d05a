import fc from 'fast-check';
import { type EscrowState, escrowFee } from '#contracts';
import { AppError, DAY_MS, HOUR_MS } from '#platform';
import type { LedgerEntry } from '../../ledger/ledger.module.js';
import { type Command, type Escrow, heldCents, type Outcome } from '../escrow.command.js';
import { dueCommand } from '../escrow.due.js';
import { decide } from '../escrow.state.js';
import { waitsIn } from '../settlement.state.js';

export const ID = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10';
export const START = Date.UTC(2026, 10, 21);
const FINAL: ReadonlySet<EscrowState> = new Set([
  'released',
  'refunded',
  'resolved',
  'charged_back',
  'failed',
]);

function unpaid(amountCents: number, holdHours: number, feePercent: number): Escrow {
  return {
    id: ID,
    version: 1,
    state: 'requires_payment',
    sellerSince: null,
    amountCents,
    feePercent,
    holdHours,
    sellerGrossCents: 0,
    buyerRefundCents: 0,
    byHandCents: 0,
    feeCents: 0,
    createdAt: new Date(START),
    waitingSince: null,
    expiryLookAt: null,
    heldAt: null,
    resumedAt: null,
    deliveredAt: null,
    receivedAt: null,
    releaseAt: null,
    halfTimeAt: null,
    lastHourAt: null,
    alertedAt: null,
    settledAt: null,
    sellerPostedAt: null,
    sellerAskedAt: null,
    refundedCents: 0,
    chargeback: null,
    chargebackCents: 0,
    chargebackIds: [],
    chargedBackCents: 0,
    lossCents: 0,
    excessRefundCents: 0,
    stateBeforeChargeback: null,
    refundFailures: 0,
    contractCancelledAt: null,
    disabledParty: null,
    isBuyerUnreached: false,
    isBankTaking: false,
  };
}

/** One escrow with its books: what every rule's outcome must leave in order. */
export class Life {
  private readonly accounts = new Map<string, number>();
  private readonly posted = new Set<string>();
  /** What Stripe has moved of the payment; the ledger must say the same. */
  private readonly stripe = { refunded: 0, excess: 0, transferred: 0, withBank: 0 };
  escrow: Escrow;
  now = START;

  constructor(amountCents: number, holdHours: number, feePercent = 5) {
    // Frozen, so that a rule that changes what it is given throws.
    this.escrow = Object.freeze(unpaid(amountCents, holdHours, feePercent));
  }

  /** Answers whether the command did anything. */
  do(command: Command): boolean {
    let outcome: Outcome | null;
    try {
      outcome = decide(this.escrow, command, new Date(this.now));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome = null;
    }
    if (outcome === null) return false;
    this.write(command, outcome);
    return true;
  }

  /** What the clock wants, and after it nothing of the same kind again. */
  runClock(): void {
    for (let round = 0; ; round += 1) {
      const command = dueCommand(this.escrow, new Date(this.now));
      if (command === null) return;
      if (!this.do(command)) throw new Error(`the clock asked for ${command.do} in ${this.escrow.state}`);
      if (round > 5) throw new Error(`the clock asks for ${command.do} for ever`);
    }
  }

  balance(account: string): number {
    return this.accounts.get(account) ?? 0;
  }

  private write(command: Command, outcome: Outcome): void {
    const before = this.escrow;
    this.escrow = Object.freeze({ ...before, ...outcome.set, version: before.version + 1 });
    for (const { kind, ref, entries } of outcome.ledgerTransactions) {
      const key = `${kind} ${ref}`;
      if (this.posted.has(key)) throw new Error(`${key} was posted twice`);
      this.posted.add(key);
      for (const entry of entries) this.post(entry);
    }
    this.follow(before, command);
    this.check(before, command);
  }

  /** What the command says of Stripe. */
  private follow(
    { buyerRefundCents, sellerGrossCents, feeCents, amountCents }: Escrow,
    command: Command,
  ): void {
    const { stripe } = this;
    const pay = () => {
      const cents = sellerGrossCents - feeCents;
      if (stripe.transferred !== 0 && stripe.transferred !== cents)
        throw new Error('the transfer has changed');
      stripe.transferred = cents;
    };
    if (command.do === 'settled') {
      stripe.refunded = buyerRefundCents;
      pay();
    }
    if (command.do === 'settled-in-part') {
      stripe.refunded = Math.max(stripe.refunded, Math.min(command.refundedCents, buyerRefundCents));
      if (command.isSellerPaid) pay();
    }
    if (command.do === 'refund-returned') stripe.refunded -= Math.min(command.cents, stripe.refunded);
    if (command.do === 'refunded-beyond') stripe.excess = command.cents;
    if (command.do === 'chargeback-opened') stripe.withBank += Math.min(command.cents, amountCents);
    if (command.do === 'chargeback-won') stripe.withBank -= this.escrow.chargebackCents;
    if (command.do === 'chargeback-lost') {
      const { chargebackCents } = this.escrow;
      stripe.withBank -= chargebackCents - Math.min(command.cents, chargebackCents);
    }
    if (command.do === 'chargeback-returned') stripe.withBank -= command.cents;
  }

  private post([account, cents]: LedgerEntry): void {
    if (!Number.isSafeInteger(cents)) throw new Error(`${cents} is no amount of cents`);
    this.accounts.set(account, this.balance(account) + cents);
  }

  private check(before: Escrow, { do: what }: Command): void {
    const { state, amountCents, sellerGrossCents, buyerRefundCents, feeCents, chargedBackCents } =
      this.escrow;
    const fail = (wrong: string) => {
      throw new Error(`${wrong}: ${before.state} to ${state}`);
    };
    const sum = [...this.accounts.values()].reduce((total, cents) => total + cents, 0);
    if (sum !== 0) fail(`the ledger sums to ${sum}`);
    const owed = -this.balance(`held:${ID}`);
    if (owed < 0 || owed > amountCents) fail(`${owed} of ${amountCents} cents are held`);
    const isOpen = this.escrow.heldAt !== null && !FINAL.has(state);
    // Between the last move and its note all may be gone already.
    if (isOpen ? owed === 0 && waitsIn(this.escrow) === null : owed > 0) fail(`${owed} cents are held`);
    if (owed !== (isOpen ? heldCents(this.escrow) : 0))
      fail(`${owed} cents are held, and others are said to be`);
    const { refunded, excess, transferred, withBank } = this.stripe;
    const paid = this.escrow.heldAt === null ? 0 : amountCents;
    const atStripe = paid - refunded - excess - transferred - withBank;
    if (this.balance('stripe') !== atStripe)
      fail(`${atStripe} cents are at Stripe, not ${this.balance('stripe')}`);
    if (this.balance('losses') !== this.escrow.lossCents + this.escrow.excessRefundCents)
      fail('other losses are posted');
    if (this.balance(`chargebacks:${ID}`) < 0) fail('the bank gave back more than it took');
    if (this.escrow.chargeback !== 'open' && this.balance(`chargebacks:${ID}`) !== 0)
      fail('a chargeback is left');
    const isOwedAgain = what === 'refund-returned';
    if (FINAL.has(before.state) && state !== before.state && !isOwedAgain) fail('a final state changed');
    if (sellerGrossCents + buyerRefundCents + (state === 'charged_back' ? 0 : chargedBackCents) > amountCents)
      fail('more is given out than was paid');
    const isLost = what === 'chargeback-lost' || isOwedAgain;
    const left = before.buyerRefundCents - (isLost ? chargedBackCents - before.chargedBackCents : 0);
    if (buyerRefundCents < left && state !== 'charged_back') fail('a promise shrank');
    if (feeCents !== escrowFee(sellerGrossCents, this.escrow.feePercent))
      fail('the fee is not that of what is released');
    if (before.settledAt !== null && this.escrow.settledAt !== before.settledAt && !isOwedAgain)
      fail('settled twice');
  }
}

const plain = (
  name: Exclude<
    Command,
    | { cents: unknown }
    | { isBuyerHere: boolean }
    | { refundedCents: number }
    | { disputeId: string }
    | { sellerGrossCents: number }
    | { do: 'change' }
    | { do: 'account-disabled' }
    | { since: unknown }
  >['do'],
) => fc.constant<Command>({ do: name });
const disputes = fc.constantFrom('dp_1', 'dp_2', 'dp_3');
const cents = fc.integer({ min: -10, max: 12_000 });

const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: plain('paid') },
  { weight: 1, arbitrary: plain('bank-taking') },
  { weight: 1, arbitrary: plain('bank-refused') },
  { weight: 3, arbitrary: plain('delivered') },
  { weight: 2, arbitrary: plain('received') },
  { weight: 1, arbitrary: plain('release') },
  { weight: 2, arbitrary: plain('run-out') },
  { weight: 2, arbitrary: plain('problem') },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'seller-refund', cents: null }) },
  { weight: 2, arbitrary: cents.map((amount): Command => ({ do: 'seller-refund', cents: amount })) },
  { weight: 1, arbitrary: plain('take-back') },
  { weight: 2, arbitrary: cents.map((amount): Command => ({ do: 'decide', sellerGrossCents: amount })) },
  { weight: 1, arbitrary: plain('force') },
  { weight: 3, arbitrary: plain('settled') },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 12_000 })
      .map((back): Command => ({ do: 'refunded-by-hand', cents: back })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 12_000 })
      .map((excess): Command => ({ do: 'refunded-beyond', cents: excess })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ refundedCents: fc.integer({ min: 0, max: 12_000 }), isSellerPaid: fc.boolean() })
      .map((moved): Command => ({ do: 'settled-in-part', ...moved })),
  },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 1, max: 12_000 })
      .map((back): Command => ({ do: 'refund-returned', cents: back })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ disputeId: disputes, cents: fc.integer({ min: 1, max: 12_000 }) })
      .map((dispute): Command => ({ do: 'chargeback-opened', ...dispute })),
  },
  { weight: 1, arbitrary: disputes.map((disputeId): Command => ({ do: 'chargeback-won', disputeId })) },
  ...(['chargeback-lost', 'chargeback-returned'] as const).map((what) => ({
    weight: 1,
    arbitrary: fc
      .record({ disputeId: disputes, cents: fc.integer({ min: 0, max: 12_000 }) })
      .map((dispute): Command => ({ do: what, ...dispute })),
  })),
  { weight: 1, arbitrary: plain('seller-needed') },
  { weight: 1, arbitrary: plain('expire') },
  { weight: 1, arbitrary: plain('contract-cancelled') },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('buyer' as const, 'seller' as const)
      .map((party): Command => ({ do: 'account-disabled', party })),
  },
  { weight: 1, arbitrary: plain('buyer-unreached') },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(0, HOUR_MS, 5 * DAY_MS)
      .map((ms): Command => ({ do: 'clock-restarted', since: new Date(START + ms) })),
  },
  { weight: 1, arbitrary: plain('alert') },
  { weight: 1, arbitrary: plain('half-time') },
  { weight: 1, arbitrary: plain('last-hour') },
  {
    weight: 1,
    arbitrary: fc.boolean().map((isBuyerHere): Command => ({ do: 'seller-ready', isBuyerHere })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        amountCents: fc.integer({ min: 50, max: 12_000 }),
        isSellerReady: fc.boolean(),
        isNewSeller: fc.boolean(),
      })
      .map((to): Command => ({ do: 'change', ...to })),
  },
);

/** A command, or the clock, after some time. */
const step = fc.record({
  command: fc.option(commands, { nil: null, freq: 6 }),
  afterMs: fc.constantFrom(0, 0, HOUR_MS, 12 * HOUR_MS, DAY_MS, 31 * DAY_MS),
});

/** What the sequences have to reach, or they are no use. */
export const EVERY_STATE = [
  ...FINAL,
  ...['disputed', 'held', 'refunding', 'release_due', 'releasing', 'requires_onboarding'],
  ...['requires_payment', 'resolving'],
].sort();

/**
 * Lives through so many made-up sequences of commands and pauses; each step checks the books.
 * @returns the states that were reached
 */
export function liveThrough(numRuns: number, seed: number): string[] {
  const seen = new Set<string>();
  // Most commands are refused; a stack for each refusal would take most of the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12_000 }),
        fc.constantFrom(24, 72, 168, 720),
        fc.array(step, { minLength: 3, maxLength: 16 }),
        (amount, holdHours, steps) => {
          const life = new Life(amount, holdHours);
          for (const { command, afterMs } of steps) {
            life.now += afterMs;
            if (command === null) life.runClock();
            else life.do(command);
            seen.add(life.escrow.state);
          }
        },
      ),
      { numRuns, seed },
    );
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return [...seen].sort();
}

/** How many of the amounts from 1 to `limit` cents have a fee that is not what it has to be. */
export function wrongFees(limit: number): number {
  let wrong = 0;
  // An import is looked up on every use, which is most of the time of this loop.
  const feeOf = escrowFee;
  for (let amount = 1; amount <= limit; amount += 1) {
    const fee = feeOf(amount, 5);
    const seller = amount - fee;
    // Half up: 20 fees and the nearest multiple of 20 are never more than half of it apart, and a tie goes up.
    const rest = fee * 20 - amount;
    if (!Number.isInteger(fee) || fee < 0 || seller <= 0 || rest > 10 || rest <= -10) wrong += 1;
    if (fee + seller !== amount) wrong += 1;
  }
  return wrong;
}
