import { type EntityManager, IsNull, Not } from 'typeorm';
import { type EscrowChange, escrowPhases, humanTranscriptHours } from '#contracts';
import { DAY_MS, HOUR_MS } from '#platform';
import type { EventLog, LogEntry } from '../event-log/event-log.module.js';
import { currentRecording } from '../recordings/recordings.module.js';
import { AgreementEntity } from './agreement.entity.js';
import { scheduleContentDeletion } from './deadlines.js';

/** How long after party B's answer a transcript is waited for: an outage of the engine may take days. */
const PROOF_MS = 7 * DAY_MS;
/** How long after its payment a transcript by a person is: its hours, and one more until it is here or paid back. */
const HUMAN_TRANSCRIPT_MS = (humanTranscriptHours + 1) * HOUR_MS;
const BY_BANK: readonly EscrowChange[] = ['bank-taking', 'bank-refused'];

/**
 * Puts a deletion off by a day while money is held for the agreement, or a bank sends it or takes it back, or while it waits
 * for the transcript that completes it, or for one that a person was paid to write, and answers whether it did. The caller
 * holds the lock on its row.
 */
export async function putOffDeletion(
  manager: EntityManager,
  log: EventLog,
  agreement: AgreementEntity,
  now: Date,
): Promise<boolean> {
  const { agreementId } = agreement;
  const why = await whyPutOff(manager, log, agreement, now);
  if (why === null) return false;
  if (!(await log.has(manager, agreementId, 'deletion-blocked'))) {
    await log.append(manager, agreementId, { type: 'deletion-blocked', actor: 'agreements', detail: why });
  }
  await scheduleContentDeletion(manager, agreementId, new Date(now.getTime() + DAY_MS));
  return true;
}

/** Why the content must stay, as the log says it; null when nothing keeps it. */
export async function whyPutOff(
  manager: EntityManager,
  log: EventLog,
  agreement: Pick<AgreementEntity, 'agreementId' | 'status' | 'isRemote' | 'escrowId' | 'escrowStatus'>,
  now: Date,
): Promise<LogEntry['detail'] | null> {
  const money = await whyMoneyKeeps(manager, log, agreement);
  if (money !== null) return money;
  const isTranscriptDue =
    (await isProofDue(manager, agreement, now)) || (await isHumanTranscriptDue(manager, log, agreement, now));
  return isTranscriptDue ? { reason: 'waits_for_transcript' } : null;
}

/**
 * An escrow that is not settled or whose payment a bank is sending, or a bank that takes back what was released; null when
 * there is none of these.
 */
async function whyMoneyKeeps(
  manager: EntityManager,
  log: EventLog,
  { agreementId, escrowId, escrowStatus }: Pick<AgreementEntity, 'agreementId' | 'escrowId' | 'escrowStatus'>,
): Promise<LogEntry['detail'] | null> {
  if (escrowStatus === null) return null;
  const phase = escrowPhases[escrowStatus];
  if (phase === 'unpaid' && (await isBankTaking(manager, log, agreementId, escrowId)))
    return { escrowStatus };
  const isChargedBack = await isChargebackOpen(manager, log, agreementId);
  if (phase !== 'unsettled' && !isChargedBack) return null;
  return { escrowStatus, ...(isChargedBack ? { chargeback: 'open' } : {}) };
}

type Kept = Pick<
  AgreementEntity,
  'agreementId' | 'status' | 'isRemote' | 'escrowId' | 'escrowStatus' | 'expiresAt' | 'contentDeletedAt'
>;

/**
 * Whether a paid agreement's content can no longer be had. While its deletion is put off, the end of access does not count:
 * the content is kept for the parties, who hold or dispute money or wait for a transcript. What is being deleted may be gone
 * already.
 */
export async function isAccessOver(
  manager: EntityManager,
  log: EventLog,
  { expiresAt, contentDeletedAt, ...agreement }: Kept,
  now: Date,
): Promise<boolean> {
  if (contentDeletedAt !== null) return true;
  if (expiresAt > now) return false;
  const { agreementId } = agreement;
  if ((await whyPutOff(manager, log, agreement, now)) === null) return true;
  return manager.existsBy(AgreementEntity, { agreementId, contentDeletionBegunAt: Not(IsNull()) });
}

/** Party B has answered in time, perhaps in the last minute: the proof of it is made first. */
async function isProofDue(
  manager: EntityManager,
  { agreementId, status, isRemote }: Pick<AgreementEntity, 'agreementId' | 'status' | 'isRemote'>,
  now: Date,
): Promise<boolean> {
  if (status !== 'processing' || !isRemote) return false;
  const answer = await currentRecording(manager, agreementId, 'b');
  return now.getTime() - answer.createdAt.getTime() < PROOF_MS;
}

/**
 * Whether a person is writing a transcript that was paid for: nobody can write down what is deleted. Of what was cancelled
 * the money goes back.
 */
async function isHumanTranscriptDue(
  manager: EntityManager,
  log: EventLog,
  { agreementId, status }: Pick<AgreementEntity, 'agreementId' | 'status'>,
  now: Date,
): Promise<boolean> {
  const paid = (await log.details(manager, agreementId, 'manual-paid')).at(-1);
  if (status === 'cancelled' || !paid) return false;
  const paidAt = new Date(String(paid.paidAt));
  if (now.getTime() - paidAt.getTime() >= HUMAN_TRANSCRIPT_MS) return false;
  if (await log.hasSince(manager, agreementId, ['manual-delivered'], paidAt)) return false;
  const paidBack = await log.details(manager, agreementId, 'payment-refunded');
  return !paidBack.some(({ paymentId }) => paymentId === paid.paymentId);
}

/**
 * Whether a bank has a payment of the agreement's escrows before it: money that was released keeps its state meanwhile.
 * Each chargeback is opened once and ended once, and a payment's next one begins when the one before is over, so the steps
 * are counted: they may come in any order, and another escrow may be the newest.
 */
async function isChargebackOpen(
  manager: EntityManager,
  log: EventLog,
  agreementId: string,
): Promise<boolean> {
  const steps = (await log.details(manager, agreementId, 'held-payment')).map(({ change }) => change);
  const count = (...changes: EscrowChange[]) =>
    steps.filter((change) => changes.some((one) => one === change)).length;
  return count('chargeback') > count('chargeback-won', 'charged-back');
}

/** Whether a bank takes its time over the payment of the newest escrow, by the newest step that tells of it. */
async function isBankTaking(
  manager: EntityManager,
  log: EventLog,
  agreementId: string,
  escrowId: string | null,
): Promise<boolean> {
  const steps = await log.details(manager, agreementId, 'held-payment');
  const ofBank = steps
    .filter((step) => step.escrowId === escrowId && BY_BANK.some((change) => change === step.change))
    .map(({ at, change }) => ({ at: String(at), change }))
    // They may have come in any order.
    .sort((one, other) => one.at.localeCompare(other.at));
  return ofBank.at(-1)?.change === 'bank-taking';
}
