import { useMemo, useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from '../browser/storage';
import { DAY_MS } from '../time';
import { getSession, PENDING_PARTIES_KEY, useSession } from './session';

/** The notes of all contracts that wait, as JSON, the newest first. */
const NOTES = 'pendingCheckouts';
/** Number and plan of the newest once more; earlier versions kept that one alone, with the other two. */
const KEYS = ['pendingAgreementId', 'pendingPlanType', 'pendingClaimToken', 'pendingByVisitor'] as const;
const MOST_NOTES = 20;
/** An unpaid contract is deleted after 30 days. */
const LONGEST_MS = 30 * DAY_MS;

export interface PendingCheckout {
  agreementId: string;
  planType: string;
  claimToken: string | null;
  /** Whoever recorded it had no account. */
  byVisitor?: boolean;
  /** Whose it is; null while no account has it. */
  userId?: number | null;
  /** The names of both, until somebody signs out. */
  partyAName?: string;
  partyBName?: string;
  /** When the server had it, as ISO time; notes of earlier versions do not say. */
  savedAt?: string;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

const isText = (value: unknown) => typeof value === 'string';

function isNote(value: unknown): value is PendingCheckout {
  const { agreementId, planType } = (value ?? {}) as Partial<PendingCheckout>;
  return isText(agreementId) && isText(planType);
}

/** The names of both in each waiting contract, by its number. */
function readParties(): Map<string, Pick<PendingCheckout, 'partyAName' | 'partyBName'>> {
  const stored = parsed(readStored(PENDING_PARTIES_KEY));
  if (!Array.isArray(stored)) return new Map();
  return new Map(
    stored
      .filter((row): row is string[] => Array.isArray(row) && row.every(isText))
      .map(([agreementId = '', partyAName, partyBName]) => [agreementId, { partyAName, partyBName }]),
  );
}

/** Every note of this device, whosever it is. What an earlier version wrote stands under the single keys alone. */
function readNotes(): PendingCheckout[] {
  const stored = parsed(readStored(NOTES));
  const notes = Array.isArray(stored) ? stored.filter(isNote) : [];
  const agreementId = readStored('pendingAgreementId');
  const planType = readStored('pendingPlanType');
  if (agreementId && planType && !notes.some((note) => note.agreementId === agreementId)) {
    const byVisitor = readStored('pendingByVisitor') !== null;
    notes.unshift({ agreementId, planType, claimToken: readStored('pendingClaimToken'), byVisitor });
  }
  const oldest = Date.now() - LONGEST_MS;
  const parties = readParties();
  return notes
    .filter(({ savedAt }) => !savedAt || Date.parse(savedAt) > oldest)
    .map((note) => ({ ...note, ...parties.get(note.agreementId) }));
}

const noteListeners = new Set<() => void>();

function writeNotes(all: PendingCheckout[]): void {
  removeStored(NOTES, PENDING_PARTIES_KEY, ...KEYS);
  const notes = all.slice(0, MOST_NOTES);
  const [newest] = notes;
  if (newest) {
    const named = notes.filter(({ partyAName, partyBName }) => partyAName && partyBName);
    const parties = named.map((note) => [note.agreementId, note.partyAName, note.partyBName]);
    writeStored(NOTES, JSON.stringify(notes.map(({ partyAName: _, partyBName: __, ...note }) => note)));
    if (parties.length > 0) writeStored(PENDING_PARTIES_KEY, JSON.stringify(parties));
    writeStored('pendingAgreementId', newest.agreementId);
    writeStored('pendingPlanType', newest.planType);
  }
  for (const listener of noteListeners) listener();
}

const without = (agreementId: string) => readNotes().filter((note) => note.agreementId !== agreementId);

/** Remembers a saved recording that still has to be paid, across signup and login, beside those that wait already. */
export function rememberPending(pending: PendingCheckout): void {
  writeNotes([{ savedAt: new Date().toISOString(), ...pending }, ...without(pending.agreementId)]);
}

/** The notes that concern a user, the newest first: their own, and those of nobody. A visitor sees the latter. */
const notesFor = (userId: number | undefined) =>
  readNotes().filter((note) => (note.userId ?? userId) === userId);

/** The recording of this number that waits for payment, without a number the newest; null for none. */
export function readPending(agreementId: string | null = null): PendingCheckout | null {
  const notes = notesFor(getSession().user?.id);
  return notes.find((note) => agreementId === null || note.agreementId === agreementId) ?? null;
}

/** All recordings of the signed-in user that wait for payment as far as this device knows, the newest first. */
export function usePendings(): readonly PendingCheckout[] {
  const userId = useSession().user?.id;
  // The stored text, as it is the same as long as nothing changes.
  const stored = useSyncExternalStore(subscribe, readStoredText, () => '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is what the text says
  return useMemo(() => notesFor(userId), [userId, stored]);
}

const readStoredText = () => [NOTES, PENDING_PARTIES_KEY, ...KEYS].map(readStored).join();

function subscribe(listener: () => void): () => void {
  noteListeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    noteListeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The account that is signed in has a waiting recording from now on: nobody else is shown it. */
export function claimPending(agreementId: string): void {
  const userId = getSession().user?.id;
  const notes = readNotes();
  const note = notes.find((one) => one.agreementId === agreementId);
  if (!note || userId === undefined || note.userId === userId) return;
  writeNotes(notes.map((one) => (one === note ? { ...note, userId } : one)));
}

/** Forgets a waiting recording: it is paid, or not wanted. */
export function forgetPending(agreementId: string): void {
  writeNotes(without(agreementId));
}
