import type { components } from '../../lib/api/api.gen';

/** A held payment as one of its people sees it; every amount in cents. */
export type HeldPayment = components['schemas']['HeldPaymentView'];
export type HeldState = HeldPayment['state'];
export type HeldRole = HeldPayment['role'];
export type HeldAction = HeldPayment['actions'][number];
/** One entry of the history. */
export type HeldStep = HeldPayment['steps'][number];

/** What the seller is called: by name where the agreement has one. */
export const sellerOf = ({ deal, seller }: Pick<HeldPayment, 'deal' | 'seller'>): string =>
  deal?.seller ?? seller;

/** What is being moved or waited for elsewhere: the screen asks again by itself. */
const CHANGING: ReadonlySet<HeldState> = new Set(['releasing', 'refunding', 'resolving']);

export const isMoving = (state: HeldState): boolean => CHANGING.has(state);

/** Whether nobody has paid yet. */
export const isUnpaid = (state: HeldState): boolean =>
  state === 'requires_onboarding' || state === 'requires_payment';

/** Whether a masked address (`b***@example.test`) can stand for this one. */
export function fitsMask(email: string, masked: string): boolean {
  const [name = '', domain = ''] = email.trim().toLowerCase().split('@');
  const [shown = '', shownDomain = ''] = masked.toLowerCase().split('@');
  const star = shown.indexOf('*');
  const start = star === -1 ? shown : shown.slice(0, star);
  return domain !== '' && domain === shownDomain && (star === -1 ? name === start : name.startsWith(start));
}
