import type { AgreementView } from '../../lib/api/api-types';

export type RowAction = 'view' | 'share' | 'pay' | 'resend' | 'remind' | 'correct' | 'cancel';

type ActionFacts = Pick<AgreementView, 'status' | 'invitation'>;

/** What can be done with an agreement now, in the order in which it is offered. */
export function availableActions({ status, invitation }: ActionFacts): RowAction[] {
  const actions: RowAction[] = ['view', 'share'];
  if (status === 'pending') actions.push('pay', 'resend', 'cancel');
  if (status === 'awaiting_party') {
    actions.push('remind');
    // Once it was opened, the address has proven itself.
    if (invitation && invitation.openedAt === null) actions.push('correct');
    actions.push('cancel');
  }
  return actions;
}

/** The later of two times in the future; null when a message may be sent now. Times are ISO texts, `now` in ms. */
export function waitsUntil(now: number, ...times: (string | null | undefined)[]): string | null {
  let latest: string | null = null;
  for (const time of times) {
    if (!time || Date.parse(time) <= now) continue;
    if (latest === null || Date.parse(time) > Date.parse(latest)) latest = time;
  }
  return latest;
}

/** Why there is no transcript to share yet; null when it can be asked for. */
export type ShareBarrier = 'locked' | 'waiting' | 'ended' | 'deleted';

export function shareBarrier(
  agreement: Pick<AgreementView, 'status' | 'paidAt' | 'contentDeletedAt'>,
): ShareBarrier | null {
  if (agreement.contentDeletedAt !== null) return 'deleted';
  if (agreement.status === 'cancelled') return 'ended';
  if (agreement.status === 'awaiting_party') return 'waiting';
  if (agreement.status === 'pending') return 'locked';
  return null;
}

/** Whether the engine has given up and a person has to help. */
export function needsFallback(agreement: Pick<AgreementView, 'status' | 'statusReason'>): boolean {
  return agreement.status === 'processing' && agreement.statusReason === 'needs_fallback';
}
