/** Kinds of deal that have lines of their own to say; the order is that of the choice. */
export const DEAL_KINDS = ['car', 'item', 'cleaning', 'lawn', 'babysitting', 'loan', 'other'] as const;

export type DealKind = (typeof DEAL_KINDS)[number];

/** The kind of this name; empty when there is none. */
export function dealKindFrom(name: string | null | undefined): DealKind | '' {
  return DEAL_KINDS.find((kind) => kind === name) ?? '';
}

/** The address at which a deal of this kind is recorded. */
export function recordKindPath(kind: DealKind): string {
  return `/record-voice-deal?kind=${kind}`;
}
