import { createHash } from 'node:crypto';
import { type EntityManager, In } from 'typeorm';
import { ObjectNotFoundError, type ObjectStore } from '#storage';
import type { LogEntry } from '../event-log/event-log.module.js';
import { type PartKind, SealPartEntity } from './seal.entity.js';

/** Whether a party is heard saying that they agree, as the transcript has it. */
export interface SealedSpokenConsent {
  party: 'a' | 'b';
  /** `not_said`: they speak and do not say it; `silent`: they are never heard; `unchecked`: nobody can say. */
  state: 'said' | 'not_said' | 'silent' | 'unchecked';
  /** Why it could not be checked. Earlier versions have sealed `words` where a yes was taken back, too. */
  reason: 'words' | 'voices' | 'taken_back' | null;
  recording: 'a' | 'b' | null;
  start: number | null;
  /** The words themselves; left out in what stays when they are deleted. */
  text?: string | null;
}

export interface HeardConsents {
  /** Missing in what was sealed before anybody looked for them. */
  spokenConsents?: SealedSpokenConsent[];
  /** Whether the two recordings sound like one person; null where there is one. A hint, never proof. */
  voiceMatch?: 'alike' | 'different' | 'unknown' | null;
}

/** `consents.json`: of an earlier release with the words that were said, and since then without. */
export const consentKinds: readonly PartKind[] = ['consents', 'consent-record'];

/** What stays of it for good. */
export function withoutWords({ spokenConsents, voiceMatch }: HeardConsents): HeardConsents {
  return { spokenConsents: spokenConsents?.map(({ text: _text, ...kept }) => kept), voiceMatch };
}

/** A small object as a whole; null when it is not in the store. */
export async function readObject(store: ObjectStore, key: string): Promise<Buffer | null> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of store.read(key)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
}

/** What a part that is `consents.json` says, without words; null when it is not there as it was sealed. */
export async function readHeard(
  store: ObjectStore,
  { objectKey, sha256 }: Pick<SealPartEntity, 'objectKey' | 'sha256'>,
): Promise<HeardConsents | null> {
  const content = await readObject(store, objectKey);
  if (content === null || createHash('sha256').update(content).digest('hex') !== sha256) return null;
  return withoutWords(JSON.parse(content.toString('utf8')) as HeardConsents);
}

/**
 * What the log takes over before the file of the newest seal goes because it may quote what was said; null when that file
 * stays, and when there is none.
 */
export async function heardBeforeDeletion(
  manager: EntityManager,
  store: ObjectStore,
  agreementId: string,
): Promise<LogEntry['detail'] | null> {
  const part = await manager.findOne(SealPartEntity, {
    where: { agreementId, kind: In(consentKinds) },
    order: { version: 'DESC' },
  });
  if (part?.kind !== 'consents' || part.deletedAt !== null) return null;
  const heard = await readHeard(store, part);
  return heard ? { sha256: part.sha256, ...asDetail(heard) } : null;
}

const PARTIES = ['a', 'b'] as const;

/** Rows of the log are flat: `stateA`, `reasonA`, … */
function asDetail({ spokenConsents = [], voiceMatch = null }: HeardConsents): LogEntry['detail'] {
  const ofParties = spokenConsents.flatMap(({ party, state, reason, recording, start }) => {
    const side = party.toUpperCase();
    return Object.entries({ state, reason, recording, start }).map(
      ([name, value]) => [`${name}${side}`, value] as const,
    );
  });
  return { voiceMatch, ...Object.fromEntries(ofParties) };
}

/** What {@link heardBeforeDeletion} wrote into the log. */
export function heardFromLog(detail: LogEntry['detail']): HeardConsents {
  const spoken = PARTIES.flatMap((party) => {
    const side = party.toUpperCase();
    const [state, reason, recording, start] = ['state', 'reason', 'recording', 'start'].map(
      (name) => detail[`${name}${side}`] ?? null,
    );
    return state === null ? [] : [{ party, state, reason, recording, start } as SealedSpokenConsent];
  });
  const voiceMatch = detail.voiceMatch as HeardConsents['voiceMatch'];
  return { ...(spoken.length > 0 ? { spokenConsents: spoken } : {}), voiceMatch };
}
