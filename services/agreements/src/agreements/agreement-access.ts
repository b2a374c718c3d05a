import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable, type PipeTransform } from '@nestjs/common';
import { AGREEMENT_ID } from '#contracts';
import { AppError, type Principal } from '#platform';
import type { AgreementEntity } from './agreement.entity.js';

/** A number that cannot be ours looks like one that does not exist. */
@Injectable()
export class AgreementIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!AGREEMENT_ID.test(value)) throw new AppError('agreement_not_found');
    return value;
  }
}

/** The account that somebody is signed in with; null for everyone else. */
export const accountOf = ({ kind, id }: Principal): number | null => (kind === 'user' ? id : null);

/** Header with the number of the account that the sender's page shows. */
export const SHOWN_ACCOUNT = 'x-account-id';
export const shownAccountHeader = {
  name: SHOWN_ACCOUNT,
  required: false,
  description:
    'The account that the sender’s page shows: if it is that of the session, the recording is theirs at once',
};

/**
 * Whose a recording is from its first moment: the caller's, if the page that sends it shows that account. A session can
 * outlive what its page knows, as after a logout without network, and somebody else may be recording by then.
 */
export function ownerAtOnce(caller: Principal, shown: string | undefined): number | null {
  const id = accountOf(caller);
  return id !== null && shown === String(id) ? id : null;
}

/** The secret of whoever recorded an agreement, until an account owns it. */
export function newClaimToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashClaim(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function isClaim(claimHash: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(claimHash, 'hex'), Buffer.from(hashClaim(token), 'hex'));
}

/** Whether somebody owns the agreement, or holds its claim while nobody owns it. */
export function isTheirs(
  agreement: Pick<AgreementEntity, 'ownerId' | 'claimHash'>,
  caller: Principal,
  claim: string | null,
): boolean {
  if (agreement.ownerId !== null) return caller.kind === 'user' && agreement.ownerId === caller.id;
  return claim !== null && isClaim(agreement.claimHash, claim);
}
