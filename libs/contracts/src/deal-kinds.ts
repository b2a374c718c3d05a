/** Kinds of deal that have lines of their own to say; the order is that of the choice. */
export const dealKinds = ['car', 'item', 'cleaning', 'lawn', 'babysitting', 'loan', 'other'] as const;
export type DealKind = (typeof dealKinds)[number];
