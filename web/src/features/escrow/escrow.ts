import type { components } from '../../lib/api/api.gen';

/** An escrow as one of its people sees it; every amount in cents. */
export type Escrow = components['schemas']['EscrowView'];
export type EscrowState = Escrow['state'];
export type EscrowRole = Escrow['role'];
export type EscrowAction = Escrow['actions'][number];
/** One entry of the history. */
export type EscrowStep = Escrow['steps'][number];

/** What the seller is called: by name where the agreement has one. */
export const sellerOf = ({ deal, seller }: Pick<Escrow, 'deal' | 'seller'>): string => deal?.seller ?? seller;

/** What is being moved or waited for elsewhere: the screen asks again by itself. */
const CHANGING: ReadonlySet<EscrowState> = new Set(['releasing', 'refunding', 'resolving']);

export const isMoving = (state: EscrowState): boolean => CHANGING.has(state);

/** Whether nobody has paid yet. */
export const isUnpaid = (state: EscrowState): boolean =>
  state === 'requires_onboarding' || state === 'requires_payment';

/**
 * Whether the reader may begin anew: what came to nothing, and as the owner of the contract in place of a buyer who has
 * not paid.
 */
export function canStart(escrow: Escrow): boolean {
  const { state, role, isContractCancelled, isContentDeleted, isBankTaking } = escrow;
  if (isContractCancelled || isContentDeleted || role === 'seller') return false;
  return state === 'failed' || (role === 'owner' && isUnpaid(state) && !isBankTaking);
}

/** Whether a masked address (`b***@example.test`) can stand for this one. */
export function fitsMask(email: string, masked: string): boolean {
  const [name = '', domain = ''] = email.trim().toLowerCase().split('@');
  const [shown = '', shownDomain = ''] = masked.toLowerCase().split('@');
  const star = shown.indexOf('*');
  const start = star === -1 ? shown : shown.slice(0, star);
  return domain !== '' && domain === shownDomain && (star === -1 ? name === start : name.startsWith(start));
}

/** What seller and buyer get of the amount together: what a bank has kept is nobody's. */
export const dividedOf = ({ amount, chargedBack }: Pick<Escrow, 'amount' | 'chargedBack'>): number =>
  amount - chargedBack;

interface Share {
  fee: number;
  seller: number;
}

/** The platform's fee on what goes to the seller, half a cent counting up, and what the seller then gets; in cents. */
export function shareOf(releasedCents: number, feePercent: number): Share {
  const fee = Math.floor((releasedCents * feePercent + 50) / 100);
  return { fee, seller: releasedCents - fee };
}
