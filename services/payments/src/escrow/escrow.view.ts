import { ApiProperty } from '@nestjs/swagger';
import {
  type AgreementFacts,
  type DealKind,
  dealKinds,
  escrowFee,
  type HeldPaymentState,
  heldPaymentStates,
} from '#contracts';
import { DAY_MS } from '#platform';
import type { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { type Command } from '../held/held-payment.facts.js';
import { decide, TAKE_BACK_DAYS } from '../held/held-payment.state.js';

export const heldRoles = ['buyer', 'seller', 'owner'] as const;
export type HeldRole = (typeof heldRoles)[number];

export const heldActions = [
  'pay',
  'delivered',
  'received',
  'release',
  'problem',
  'refund',
  'take-back',
  'onboard',
] as const;
export type HeldAction = (typeof heldActions)[number];

export class EscrowIntentAnswer {
  @ApiProperty({ description: 'The seller has to set up payouts before anybody can pay' })
  requiresOnboarding: boolean;
  @ApiProperty({ type: String, nullable: true }) clientSecret: string | null;
  @ApiProperty({ description: 'Dollars' }) platformFee: number;
  @ApiProperty({ description: 'Dollars' }) sellerAmount: number;
  @ApiProperty({ type: String, nullable: true }) paymentIntentId: string | null;
}

export class HeldPaymentStep {
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ enum: ['buyer', 'seller', 'admin', 'clock', 'stripe'] }) by: string;
  @ApiProperty({ example: 'clock-started' }) change: string;
  @ApiProperty({ enum: heldPaymentStates }) state: HeldPaymentState;
  @ApiProperty({ type: String, nullable: true }) note: string | null;
}

/** Money and time of a held payment, whoever looks. Amounts in cents. */
export class HeldPaymentFacts {
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ enum: heldPaymentStates }) state: HeldPaymentState;
  @ApiProperty({ description: 'Cents, as are the three below' }) amount: number;
  @ApiProperty() platformFee: number;
  @ApiProperty() sellerAmount: number;
  @ApiProperty({ description: 'What goes, or is promised to go, back to the buyer' }) buyerRefund: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ description: 'Hours from delivery to release' }) holdHours: number;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) heldAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) deliveredAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) receivedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) releaseAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) settledAt: string | null;
  @ApiProperty({ type: String, nullable: true }) problem: string | null;
  @ApiProperty({ type: String, nullable: true }) decision: string | null;
  @ApiProperty({ enum: ['open', 'won', 'lost'], nullable: true }) chargeback: 'open' | 'won' | 'lost' | null;
  @ApiProperty({ description: 'No money moves' }) isTest: boolean;
}

/** What the payment is for, and between whom. */
export class HeldDeal {
  @ApiProperty({ example: 'Anna Miller' }) buyer: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Ben Carter',
    description: 'Null where the seller is somebody else than the other party',
  })
  seller: string | null;
  @ApiProperty({ type: String, enum: dealKinds, nullable: true }) kind: DealKind | null;
  @ApiProperty({ format: 'date-time', description: 'When the agreement was recorded' }) recordedAt: string;
  @ApiProperty({ description: 'Length of the recording' }) durationSeconds: number;
}

export class HeldPaymentView extends HeldPaymentFacts {
  @ApiProperty({ enum: heldRoles }) role: HeldRole;
  @ApiProperty({ example: 'b***@example.test' }) seller: string;
  @ApiProperty({
    type: HeldDeal,
    nullable: true,
    description: 'Null while the agreement cannot be asked about',
  })
  deal: HeldDeal | null;
  @ApiProperty({ description: 'The seller can be paid' }) sellerReady: boolean;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'From when on the buyer may take the money back when nothing was delivered',
  })
  takeBackAt: string | null;
  @ApiProperty({ enum: heldActions, isArray: true, description: 'What the caller may do now' })
  actions: HeldAction[];
  @ApiProperty({ type: [HeldPaymentStep] }) steps: HeldPaymentStep[];
}

/** How the amount is divided, in cents; as it will be for as long as nothing is decided. */
export function division(held: HeldPaymentEntity) {
  const { amountCents, sellerGrossCents, buyerRefundCents, state } = held;
  if (state === 'charged_back') return { platformFee: 0, sellerAmount: 0, buyerRefund: 0 };
  const isDecided = sellerGrossCents + buyerRefundCents === amountCents;
  const gross = isDecided ? sellerGrossCents : amountCents - buyerRefundCents;
  const platformFee = escrowFee(gross);
  return { platformFee, sellerAmount: gross - platformFee, buyerRefund: buyerRefundCents };
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export function heldPaymentFacts(held: HeldPaymentEntity, isTest: boolean): HeldPaymentFacts {
  const { agreementId, state, amountCents: amount, currency, holdHours, problem, decision } = held;
  return {
    ...{ agreementId, state, amount, ...division(held), currency, holdHours },
    createdAt: held.createdAt.toISOString(),
    heldAt: iso(held.heldAt),
    deliveredAt: iso(held.deliveredAt),
    receivedAt: iso(held.receivedAt),
    releaseAt: iso(held.releaseAt),
    settledAt: iso(held.settledAt),
    ...{ problem, decision, chargeback: held.chargeback, isTest },
  };
}

/** From when on the buyer may take the money back, as things stand. */
export function takeBackAt({ state, heldAt }: HeldPaymentEntity): string | null {
  if (state !== 'held' || heldAt === null) return null;
  return new Date(heldAt.getTime() + TAKE_BACK_DAYS * DAY_MS).toISOString();
}

/** `b***@example.test` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}***${email.slice(at)}`;
}

/** What the agreement says of a payment: names, never addresses. */
export function dealOf(held: HeldPaymentEntity, agreement: AgreementFacts): HeldDeal {
  const { partyA, partyB, kind, createdAt: recordedAt, durationSeconds } = agreement;
  const [buyer, other] = held.buyerParty === 'a' ? [partyA, partyB] : [partyB, partyA];
  const isOther = other.email.toLowerCase() === held.sellerEmail.toLowerCase();
  return { buyer: buyer.name, seller: isOther ? other.name : null, kind, recordedAt, durationSeconds };
}

const byRole: Record<HeldRole, readonly [HeldAction, Command][]> = {
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
  held: HeldPaymentEntity,
  role: HeldRole,
  isSellerReady: boolean,
  now: Date,
): HeldAction[] {
  const allowed = byRole[role].filter(([, command]) => isAllowed(held, command, now)).map(([name]) => name);
  if (role === 'buyer' && held.state === 'requires_payment') return ['pay', ...allowed];
  if (role === 'seller' && !isSellerReady && held.settledAt === null && held.state !== 'failed')
    return ['onboard', ...allowed];
  return allowed;
}

function isAllowed(held: HeldPaymentEntity, command: Command, now: Date): boolean {
  try {
    return decide(held, command, now) !== null;
  } catch {
    return false;
  }
}
