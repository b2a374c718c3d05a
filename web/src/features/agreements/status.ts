import { t } from '#texts/common';
import type { BadgeTone } from '../../components/ui/badge';
import type { AgreementView, TranscriptView, UserStats } from '../../lib/api/api-types';

export type DashboardFilter = 'all' | 'completed' | 'progress' | 'awaiting';

export const FILTERS: readonly DashboardFilter[] = ['all', 'completed', 'progress', 'awaiting'];

const LABELS: Record<string, string> = {
  pending: t.status.pending,
  awaiting_party: t.status.awaiting_party,
  processing: t.status.processing,
  completed: t.status.completed,
  cancelled: t.status.cancelled,
};

const TONES: Record<string, BadgeTone> = {
  pending: 'warn',
  awaiting_party: 'warn',
  processing: 'accent',
  completed: 'ok',
  cancelled: 'neutral',
};

/** The words for a status; an unknown one is shown as it is. */
export function statusLabel(status: string): string {
  return LABELS[status] ?? status;
}

export function statusTone(status: string): BadgeTone {
  return TONES[status] ?? 'neutral';
}

/** What the transcription is doing right now, in words; null when there is nothing to tell. */
export function stageLabel(
  agreement: Pick<AgreementView, 'status' | 'transcript' | 'contentDeletedAt'>,
): string | null {
  const { stage, percent } = agreement.transcript;
  if (agreement.status === 'completed' || stage === 'none' || stage === 'done') return null;
  if (agreement.contentDeletedAt !== null) return null;
  // How is shown there alone.
  if (stage === 'failed') return t.status.waitsForOwner;
  const name = t.status.stages[stage];
  return stage === 'transcribing' && percent > 0 ? t.status.withPercent(name, Math.round(percent)) : name;
}

/** Which dashboard filter an agreement belongs to; cancelled ones only show under "all". */
export function filterOf(status: string): DashboardFilter {
  if (status === 'completed') return 'completed';
  if (status === 'awaiting_party') return 'awaiting';
  if (status === 'pending' || status === 'processing') return 'progress';
  return 'all';
}

/** How many agreements each filter holds. */
export function filterCounts(stats: UserStats): Record<DashboardFilter, number> {
  return {
    all: stats.totalAgreements,
    completed: stats.completedAgreements,
    progress: stats.pendingAgreements + stats.processingAgreements,
    awaiting: stats.awaitingAgreements,
  };
}

/** Whether its owner may hear and read everything. */
export function isUnlocked(agreement: Pick<AgreementView, 'status' | 'paidAt'>): boolean {
  return agreement.paidAt !== null || agreement.status === 'processing' || agreement.status === 'completed';
}

type RowAction = 'view' | 'share' | 'pay' | 'resend' | 'remind' | 'correct' | 'cancel';

export type ActionFacts = Pick<
  AgreementView,
  | 'status'
  | 'invitation'
  | 'isRemoteContract'
  | 'consents'
  | 'escrowStatus'
  | 'mailProblem'
  | 'isPartyBUnreached'
>;

/**
 * Whether the address of party B, who was in the room, can be another one: until the contract is complete, and where all
 * mail to it came back also then, as long as nobody has confirmed it, objected, or is to be paid by it.
 */
function isAddressOpen(agreement: ActionFacts): boolean {
  const { status, isRemoteContract, consents, escrowStatus, mailProblem, isPartyBUnreached } = agreement;
  if (isRemoteContract || escrowStatus !== null || status === 'cancelled') return false;
  // What did not arrive was mailed, and may have been read where one before it was.
  const isMailed = status === 'completed' || mailProblem?.includes('partyB:') === true;
  if (isMailed && !isPartyBUnreached) return false;
  return consents.every(({ party, grade }) => party === 'a' || grade === 'voice_only');
}

/** What can be done with an agreement now, in the order in which it is offered. */
export function availableActions(agreement: ActionFacts): RowAction[] {
  const { status, invitation, escrowStatus } = agreement;
  const actions: RowAction[] = ['view', 'share'];
  if (status === 'pending') actions.push('pay', 'resend');
  if (isAddressOpen(agreement)) actions.push('correct');
  if (status === 'pending') actions.push('cancel');
  if (status === 'awaiting_party') {
    actions.push('remind');
    // Once the mailed link was opened, the address has proven itself; an escrow keeps the one that it began with.
    const isInEscrow = escrowStatus !== null && escrowStatus !== 'failed';
    if (invitation && invitation.openedAt === null && !isInEscrow) actions.push('correct');
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
type ShareBarrier = 'locked' | 'waiting' | 'ended' | 'deleted';

export function shareBarrier(
  agreement: Pick<AgreementView, 'status' | 'paidAt' | 'contentDeletedAt'>,
): ShareBarrier | null {
  if (agreement.contentDeletedAt !== null) return 'deleted';
  if (agreement.status === 'cancelled') return 'ended';
  if (agreement.status === 'awaiting_party') return 'waiting';
  if (agreement.status === 'pending') return 'locked';
  return null;
}

/** Whether recording and transcript are deleted because the time that was paid for is over. */
export function hasAccessEnded(
  agreement: Pick<AgreementView, 'paidAt' | 'expiresAt' | 'contentDeletedAt'>,
): boolean {
  const { paidAt, expiresAt, contentDeletedAt } = agreement;
  if (paidAt === null || expiresAt === null || contentDeletedAt === null) return false;
  return Date.parse(contentDeletedAt) >= Date.parse(expiresAt);
}

/**
 * Whether the engine has given up and a person has to help, who needs the recording. The transcript, where it is known, says
 * it better than the agreement, which hears of an end later and not of a new beginning.
 */
export function needsFallback(
  agreement: Pick<AgreementView, 'status' | 'statusReason' | 'contentDeletedAt'>,
  transcript: Pick<TranscriptView, 'status'> | null = null,
): boolean {
  const { status, statusReason, contentDeletedAt } = agreement;
  if (status !== 'processing' || contentDeletedAt !== null) return false;
  return transcript ? transcript.status === 'failed' : statusReason === 'needs_fallback';
}
