import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNumber, IsOptional, IsUUID, Matches, Max, Min } from 'class-validator';
import {
  AGREEMENT_ID,
  type AgreementFacts,
  type DealKind,
  dealKinds,
  type EscrowState,
  escrowFee,
  escrowStates,
} from '#contracts';
import { DAY_MS, EmailAddress, PageQuery, Text } from '#platform';
import {
  type Command,
  countsSince,
  dividedCents,
  isChargePossible,
  isUndecided,
  isUnpaid,
  waitsSince,
} from './escrow.command.js';
import { forcedAt, isAccepted, UNPAID_DAYS } from './escrow.due.js';
import type { EscrowEntity } from './escrow.entities.js';
import { decide, TAKE_BACK_DAYS } from './escrow.state.js';

const MAX_DOLLARS = 10_000_000;

export class CreateEscrowIntent {
  @ApiProperty({ example: '4207731958026614' })
  @Matches(AGREEMENT_ID, { message: 'The requested agreement could not be found.' })
  agreementId: string;

  @ApiProperty({ description: 'Dollars', example: 250 })
  @IsNumber({ maxDecimalPlaces: 2 }, { message: 'Please enter an amount in dollars and cents.' })
  @Max(MAX_DOLLARS)
  amount: number;

  @EmailAddress() sellerEmail: string;

  @ApiProperty({ required: false, description: 'As shown to the buyer; refused when it is not the fee' })
  @IsOptional()
  @IsNumber()
  platformFeePercent?: number;
}

export class ReportProblem {
  @Text({ min: 2, max: 1000, multiline: true, message: 'Please say in a few words what is wrong.' })
  reason: string;
}

export class RefundEscrow {
  @ApiProperty({ required: false, description: 'Dollars; everything when it is left out' })
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 }, { message: 'Please enter an amount in dollars and cents.' })
  @Max(MAX_DOLLARS)
  amount?: number;
}

export class DecideEscrow {
  @ApiProperty({ description: 'Dollars to the seller, before the fee; the rest goes back', example: 125 })
  @IsNumber({ maxDecimalPlaces: 2 }, { message: 'Please enter an amount in dollars and cents.' })
  @Min(0)
  @Max(MAX_DOLLARS)
  sellerAmount: number;

  @Text({ min: 2, max: 1000, multiline: true }) reason: string;
}

export class EscrowsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: escrowStates })
  @IsOptional()
  @IsIn(escrowStates)
  state?: EscrowState;

  @ApiProperty({
    required: false,
    enum: ['decision'],
    description: 'Those with a reported problem, and those that are held for too long',
  })
  @IsOptional()
  @IsIn(['decision'])
  waitsFor?: 'decision';

  @ApiProperty({ required: false, description: 'From the header x-next-cursor of the page before' })
  @IsOptional()
  @IsUUID(undefined, { message: 'This is not a page of the list.' })
  override cursor?: string;

  /** How the number of the contract or of the receipt begins, or the seller's address. */
  @Text({ max: 254, optional: true }) q?: string;
}

/** Whole cents of an amount in dollars with at most two decimals. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

const escrowRoles = ['buyer', 'seller', 'owner'] as const;
export type EscrowRole = (typeof escrowRoles)[number];

const escrowActions = [
  'pay',
  'delivered',
  'received',
  'release',
  'problem',
  'refund',
  'take-back',
  'onboard',
] as const;
export type EscrowAction = (typeof escrowActions)[number];

export class EscrowIntentAnswer {
  @ApiProperty({ description: 'The seller has to set up payouts before anybody can pay' })
  requiresOnboarding: boolean;
  @ApiProperty({ type: String, nullable: true }) clientSecret: string | null;
  @ApiProperty({ description: 'Dollars' }) platformFee: number;
  @ApiProperty({ description: 'Dollars' }) sellerAmount: number;
  @ApiProperty({ type: String, nullable: true }) paymentIntentId: string | null;
}

export class EscrowStep {
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ enum: ['buyer', 'seller', 'admin', 'clock', 'stripe'] }) by: string;
  @ApiProperty({ example: 'clock-started' }) change: string;
  @ApiProperty({ enum: escrowStates }) state: EscrowState;
  @ApiProperty({ type: String, nullable: true }) note: string | null;
}

/** Money and time of an escrow, whoever looks. Amounts in cents. */
export class EscrowFactsView {
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ enum: escrowStates }) state: EscrowState;
  @ApiProperty({ description: 'Cents, as are all amounts below' }) amount: number;
  @ApiProperty() platformFee: number;
  @ApiProperty({ example: 5, description: 'Percent of what the seller is paid, for this payment' })
  feePercent: number;
  @ApiProperty() sellerAmount: number;
  @ApiProperty({ description: 'What goes, or is promised to go, back to the buyer' }) buyerRefund: number;
  @ApiProperty({ description: 'What of that was sent back by hand already, while nothing is decided' })
  sentBack: number;
  @ApiProperty({ description: 'What a bank has taken back for good while it was held; nobody else gets it' })
  chargedBack: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ description: 'Hours from delivery to release' }) holdHours: number;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) heldAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) deliveredAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) receivedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) releaseAt: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the money goes back to the buyer by itself, as things stand; null where it does not',
  })
  backAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) settledAt: string | null;
  @ApiProperty({ type: String, nullable: true }) problem: string | null;
  @ApiProperty({ type: String, nullable: true }) decision: string | null;
  @ApiProperty({ enum: ['open', 'won', 'lost'], nullable: true }) chargeback: 'open' | 'won' | 'lost' | null;
  @ApiProperty({ description: 'There is no contract any more' }) isContractCancelled: boolean;
  @ApiProperty({ description: 'It is closed, but may still be paid; then all of it goes back' })
  isChargePossible: boolean;
  @ApiProperty({ description: 'The account of one of the two was disabled, so an administrator decides' })
  isAccountDisabled: boolean;
  @ApiProperty({ description: 'No mail has reached the buyer, so an administrator decides' })
  isBuyerUnreached: boolean;
  @ApiProperty({ description: 'No money moves' }) isTest: boolean;
}

/** What the payment is for, and between whom. */
export class EscrowDeal {
  @ApiProperty({ example: 'Anna Miller' }) buyer: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Ben Carter',
    description: 'Null where the seller is somebody else than the other party',
  })
  seller: string | null;
  @ApiProperty({ type: String, enum: dealKinds, nullable: true }) kind: DealKind | null;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: 80,
    description: 'What it is about, as party A says',
  })
  title: string | null;
  @ApiProperty({ format: 'date-time', description: 'When the recording that counts was made' })
  recordedAt: string;
  @ApiProperty({ description: 'Length of the recording' }) durationSeconds: number;
}

export class EscrowView extends EscrowFactsView {
  @ApiProperty({ enum: escrowRoles }) role: EscrowRole;
  @ApiProperty({ enum: ['a', 'b'], description: 'Which party of the contract pays' }) buyerParty: 'a' | 'b';
  @ApiProperty({ example: 'b***@example.test' }) seller: string;
  @ApiProperty({
    type: EscrowDeal,
    nullable: true,
    description: 'Null while the agreement cannot be asked about',
  })
  deal: EscrowDeal | null;
  @ApiProperty({ description: 'The seller can be paid; told to the seller, through an account of their own' })
  sellerReady: boolean;
  @ApiProperty({ description: 'The payout account was opened in the session of the buyer' })
  payoutsByBuyer: boolean;
  @ApiProperty({ description: 'The recording is no longer kept, so that nothing can be begun again' })
  isContentDeleted: boolean;
  @ApiProperty({ description: 'The buyer has paid by a way that takes days, and the bank has not decided' })
  isBankTaking: boolean;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'From when on the buyer may take the money back when nothing was delivered',
  })
  takeBackAt: string | null;
  @ApiProperty({ enum: escrowActions, isArray: true, description: 'What the caller may do now' })
  actions: EscrowAction[];
  @ApiProperty({ type: [EscrowStep] }) steps: EscrowStep[];
}

/** How the amount is divided, in cents; as it will be for as long as nothing is decided. */
export function division(escrow: EscrowEntity) {
  const { sellerGrossCents, buyerRefundCents, state } = escrow;
  if (state === 'charged_back') return { platformFee: 0, sellerAmount: 0, buyerRefund: 0 };
  const allCents = dividedCents(escrow);
  const isDecided = sellerGrossCents + buyerRefundCents === allCents;
  const gross = isDecided ? sellerGrossCents : allCents - buyerRefundCents;
  const platformFee = escrowFee(gross, escrow.feePercent);
  return { platformFee, sellerAmount: gross - platformFee, buyerRefund: buyerRefundCents };
}

/** Delivered is said by the seller, received by the buyer: the clock runs since the first of them. */
export function clockStartedBy({
  deliveredAt,
  receivedAt,
}: Pick<EscrowEntity, 'deliveredAt' | 'receivedAt'>): 'buyer' | 'seller' | null {
  if (deliveredAt === null && receivedAt === null) return null;
  if (deliveredAt === null) return 'buyer';
  return receivedAt === null || deliveredAt <= receivedAt ? 'seller' : 'buyer';
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export function escrowFacts(escrow: EscrowEntity, isTest: boolean): EscrowFactsView {
  const {
    agreementId,
    state,
    amountCents: amount,
    currency,
    holdHours,
    feePercent,
    problem,
    decision,
  } = escrow;
  return {
    ...{ agreementId, state, amount, ...division(escrow), currency, holdHours, feePercent },
    createdAt: escrow.createdAt.toISOString(),
    heldAt: iso(escrow.heldAt),
    deliveredAt: iso(escrow.deliveredAt),
    receivedAt: iso(escrow.receivedAt),
    releaseAt: releaseAt(escrow),
    backAt: backAt(escrow),
    settledAt: iso(escrow.settledAt),
    ...{ problem, decision, chargeback: escrow.chargeback, isTest },
    sentBack: isUndecided(state) ? Math.min(escrow.byHandCents, escrow.buyerRefundCents) : 0,
    chargedBack: escrow.chargedBackCents,
    isContractCancelled: escrow.contractCancelledAt !== null,
    isChargePossible: isChargePossible(escrow),
    isAccountDisabled: escrow.disabledParty !== null,
    isBuyerUnreached: escrow.isBuyerUnreached,
  };
}

/** When the seller is paid by silence; what the buyer has received is paid before it would be held for too long. */
function releaseAt(escrow: EscrowEntity): string | null {
  const forced = isAccepted(escrow) ? forcedAt(escrow) : null;
  return iso(forced && escrow.releaseAt && forced < escrow.releaseAt ? forced : escrow.releaseAt);
}

/** When the money goes back by itself because it may not be held any longer; null where it is released before. */
export function backAt(escrow: EscrowEntity): string | null {
  const forced = forcedAt(escrow);
  if (forced === null || isAccepted(escrow)) return null;
  const isReleasedBefore =
    escrow.state === 'release_due' && escrow.releaseAt !== null && escrow.releaseAt <= forced;
  return isReleasedBefore ? null : forced.toISOString();
}

/** When the seller is paid if nobody says anything more; null where nothing is paid by silence, as things stand. */
export function paidBySilenceAt(escrow: EscrowEntity): string | null {
  return escrow.state === 'release_due' && backAt(escrow) === null ? releaseAt(escrow) : null;
}

/** From when on the buyer may take the money back, as things stand. */
export function takeBackAt(escrow: EscrowEntity): string | null {
  const since = countsSince(escrow);
  if (escrow.state !== 'held' || since === null) return null;
  return new Date(since.getTime() + TAKE_BACK_DAYS * DAY_MS).toISOString();
}

/** Until when the buyer may pay, as things stand. */
export function payBy(escrow: EscrowEntity): string | null {
  if (!isUnpaid(escrow.state)) return null;
  return new Date(waitsSince(escrow).getTime() + UNPAID_DAYS * DAY_MS).toISOString();
}

/** Which party of the agreement is paid; `other` where the buyer named an address that is neither's. */
export function sellerParty(
  { buyerParty, sellerEmail }: Pick<EscrowEntity, 'buyerParty' | 'sellerEmail'>,
  { partyA, partyB }: Pick<AgreementFacts, 'partyA' | 'partyB'>,
): 'a' | 'b' | 'other' {
  const [party, { email }] = buyerParty === 'a' ? (['b', partyB] as const) : (['a', partyA] as const);
  return email.toLowerCase() === sellerEmail.toLowerCase() ? party : 'other';
}

/** What the agreement says of a payment: names, never addresses. */
export function dealOf(escrow: EscrowEntity, agreement: AgreementFacts): EscrowDeal {
  const { partyA, partyB, kind, title = null, createdAt, durationSeconds } = agreement;
  // A copy of the release before tells only when the first recording was saved.
  const { recordedAt = createdAt } = agreement;
  const [buyer, other] = escrow.buyerParty === 'a' ? [partyA, partyB] : [partyB, partyA];
  const seller = sellerParty(escrow, agreement) === 'other' ? null : other.name;
  return { buyer: buyer.name, seller, kind, title, recordedAt, durationSeconds };
}

const byRole: Record<EscrowRole, readonly [EscrowAction, Command][]> = {
  buyer: [
    ['received', { do: 'received' }],
    ['release', { do: 'release' }],
    ['problem', { do: 'problem' }],
    ['take-back', { do: 'take-back' }],
  ],
  seller: [
    ['delivered', { do: 'delivered' }],
    ['refund', { do: 'seller-refund', cents: null }],
  ],
  owner: [],
};

/** What somebody may do now: what the rules would do if they were asked. */
export function allowedActions(
  escrow: EscrowEntity,
  role: EscrowRole,
  isSellerReady: boolean,
  now: Date,
): EscrowAction[] {
  const allowed = byRole[role].filter(([, command]) => isAllowed(escrow, command, now)).map(([name]) => name);
  if (role === 'buyer' && escrow.state === 'requires_payment' && !escrow.isBankTaking)
    return ['pay', ...allowed];
  if (role === 'seller' && !isSellerReady && escrow.settledAt === null && escrow.state !== 'failed')
    return ['onboard', ...allowed];
  return allowed;
}

function isAllowed(escrow: EscrowEntity, command: Command, now: Date): boolean {
  try {
    return decide(escrow, command, now) !== null;
  } catch {
    return false;
  }
}
