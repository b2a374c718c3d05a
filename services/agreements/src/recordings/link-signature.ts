import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a mailed link is signed with: the same statement always has the same signature, so nothing is stored. */
export function signLink(secret: string, statement: string): string {
  return createHmac('sha256', secret).update(statement).digest('base64url');
}

/** Whether the signature belongs to the statement. Takes the same time whichever character differs. */
export function isLinkSignature(secret: string, statement: string, given: string): boolean {
  const expected = Buffer.from(signLink(secret, statement));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
