/** What the sentences about an escrow are made of; money with its currency, dates with their zone. */
export interface EscrowWords {
  number: string;
  buyer: string;
  seller: string;
  /** Shortened, for subjects. */
  shortBuyer: string;
  shortSeller: string;
  /** What was paid. */
  amount: string;
  /** What is held or was divided of it: all, but for a part that a bank keeps. */
  held: string;
  /** What a bank has asked for last: all of it, or a part. */
  disputed: string;
  /** A bank keeps a part of what was held, and the rest goes on, or went on. */
  isRestHeld: boolean;
  /** What the seller gets after the fee. */
  sellerAmount: string;
  /** The seller gets something of it. */
  isForSeller: boolean;
  /** What goes back to the buyer; null when nothing does. */
  refund: string | null;
  /** What was sent back by hand before anything was decided. */
  sentBack: string;
  /** How long the buyer may look at what was delivered: `24 hours`, `3 days`. */
  hold: string;
  /** When the money is released; null while no clock runs. */
  releaseAt: string | null;
  /** While the clock runs: when the money goes back to the buyer instead, unless they say before that all was received. */
  backAt: string | null;
  /** While nobody has decided about what is stopped: when it goes back to the buyer by itself; null where it does not. */
  undecidedUntil: string | null;
  /** How long it is from now to whichever of the two comes; null while no clock runs. */
  left: string | null;
  /** Who said that it was delivered or received, so that the clock runs; null when that is not known. */
  startedBy: 'buyer' | 'seller' | null;
  /** Until when the buyer may pay; null when that is not known. */
  payBy: string | null;
  /** From when on the buyer may take back what is not marked as delivered; null when they may not. */
  takeBackAt: string | null;
  /** What was paid when it was not asked for any more, and has gone back; null but where that is told. */
  late: string | null;
  /** It was closed, and the payer's bank may be paying it all the same. */
  isChargePossible: boolean;
  /** Recording and words are gone, without which nothing can be paid or begun again. */
  isContentDeleted: boolean;
  isPaid: boolean;
  /** The number of the account that pays. */
  buyerId: number;
  /** No mail had reached the buyer when silence was to pay the seller. */
  isBuyerUnreached: boolean;
  /** Nobody gets it before it is decided. */
  isStopped: boolean;
  /**
   * Why it is stopped: somebody reported a problem, an account was disabled, no mail reached the buyer, the contract was
   * cancelled, or a part was sent back by hand.
   */
  stoppedBy: 'problem' | 'account' | 'unreached' | 'end' | 'refund';
  /** It has gone on since it was paid. */
  isPastHeld: boolean;
  /** What was to be paid has been paid out, to whomever. */
  isSettled: boolean;
  /** The seller has still to set up payouts. */
  needsPayouts: boolean;
  /** The buyer has done it: the seller may know nothing of it. */
  hasPayoutsByBuyer: boolean;
}

/** What one reader is told of one step. */
export interface StepText {
  subject: string;
  title: string;
  lead: string;
  next: readonly (string | null)[];
  button: string;
}

/** By the change that is told of. */
export type StepTexts = Partial<Record<string, (words: EscrowWords) => StepText>>;
