import type { EntityManager } from 'typeorm';
import type { Origin, Principal } from '#platform';
import { type AgreementEntity, type DeviceMatch, isClaim } from '../agreements/agreements.module.js';

/** What the browser of party B brought along. */
export interface Visit {
  origin: Origin;
  caller: Principal;
  /** The claim of this agreement among its cookies. */
  claim: string | null;
}

/** The same with the key that party B has, or without one. */
export interface KeyedVisit extends Visit {
  key: string | null;
}

/** Null where nothing says that it is party A's device; that is no sign of another one. */
export async function matchDevice(
  manager: EntityManager,
  { agreementId, ownerId, claimHash }: Pick<AgreementEntity, 'agreementId' | 'ownerId' | 'claimHash'>,
  { origin, caller, claim }: Visit,
): Promise<DeviceMatch | null> {
  const isOwner = caller.kind === 'user' && caller.id === ownerId;
  if (isOwner || (claim !== null && isClaim(claimHash, claim))) return 'same';
  if (origin.address === null || origin.device === null) return null;
  const rows = await manager.query<unknown[]>(
    `select 1 from agreement_events
      where agreement_id = $1 and address = $2 and device = $3 and (type = 'recorded' or actor = $4) limit 1`,
    [agreementId, origin.address, origin.device, `user:${ownerId}`],
  );
  return rows.length > 0 ? 'alike' : null;
}
