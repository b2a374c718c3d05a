import { createHmac, timingSafeEqual } from 'node:crypto';
import { isLinkSignature, signLink } from '../recordings/link-signature.js';

const PREFIX = 'c.';
const UUID_LENGTH = 36;
const DIGITS = 6;
/** Bytes of the HMAC that make the code: far more than six digits need, so that all are as good as equally likely. */
const TAKEN_BYTES = 6;

const keyStatement = (agreementId: string, codeId: string) => `code-key:${agreementId}:${codeId}`;

/** The six digits of a code: made of its id when they are mailed or compared, and stored nowhere. */
export function codeDigits(secret: string, agreementId: string, codeId: string): string {
  const hmac = createHmac('sha256', secret).update(`code:${agreementId}:${codeId}`).digest();
  return String(hmac.readUIntBE(0, TAKEN_BYTES) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Whether these are the digits of the code. Takes the same time whichever digit differs. */
export function isCode(secret: string, agreementId: string, codeId: string, given: string): boolean {
  const expected = Buffer.from(codeDigits(secret, agreementId, codeId));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** What whoever knew the code goes on with. It works while the code's row says so. */
export function codeKey(secret: string, agreementId: string, codeId: string): string {
  return `${PREFIX}${codeId}.${signLink(secret, keyStatement(agreementId, codeId))}`;
}

/** The code that the key was given for, or null when it is not one of ours. Whether it still counts is not asked. */
export function codeOfKey(secret: string, agreementId: string, key: string): string | null {
  if (!key.startsWith(PREFIX)) return null;
  const codeId = key.slice(PREFIX.length, PREFIX.length + UUID_LENGTH);
  if (key[PREFIX.length + UUID_LENGTH] !== '.') return null;
  const signature = key.slice(PREFIX.length + UUID_LENGTH + 1);
  return isLinkSignature(secret, keyStatement(agreementId, codeId), signature) ? codeId : null;
}
