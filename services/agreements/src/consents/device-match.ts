import type { EntityManager } from 'typeorm';
import type { Origin, Principal } from '#platform';
import type { AgreementEntity } from '../agreements/agreement.entity.js';
import { isClaim } from '../agreements/claims.js';

/**
 * What is known of the device on which party B answered. `same`: its browser has party A's session, or the claim that was
 * given to the browser which recorded; `alike`: party A acted from the same address with a browser that calls itself the
 * same, which people in one home may do as well.
 */
export const deviceMatches = ['same', 'alike'] as const;
export type DeviceMatch = (typeof deviceMatches)[number];

/** What the browser of party B brought along. */
export interface Visit {
  origin: Origin;
  caller: Principal;
  /** The claim of this agreement among its cookies. */
  claim: string | null;
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
