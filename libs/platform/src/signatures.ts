import { createHmac, createPrivateKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * An Ed25519 key from any text, so that what is configured stays one line that anybody can make.
 * @param purpose keys of one secret for different purposes have nothing in common
 */
export function signingKey(secret: string, purpose: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', `split second contract: ${purpose}`, 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
}

/** An empty one is none: what it signs could be made by anybody. */
const secretsIn = (secrets: string): string[] =>
  secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');

const signWith = (secret: string, statement: string): string =>
  createHmac('sha256', secret).update(statement).digest('base64url');

/**
 * What a link, a cookie or a code of ours is known by: the same statement always has the same signature, so nothing is
 * stored.
 * @param secrets comma-separated: the first signs, all count, so that what was mailed before a change still opens
 * @param statement begins with its purpose, such as `audio:`, so that no signature is taken for one of another purpose
 */
export function signStatement(secrets: string, statement: string): string {
  const [secret] = secretsIn(secrets);
  if (secret === undefined) throw new Error('There is no secret to sign with');
  return signWith(secret, statement);
}

/** Whether the signature belongs to the statement. */
export function isSignatureOf(secrets: string, statement: string, given: string): boolean {
  return secretsIn(secrets).some((secret) => isSameSecret(signWith(secret, statement), given));
}

/** Compares what must not be guessed: takes the same time whichever character differs. */
export function isSameSecret(expected: string, given: string): boolean {
  const [wanted, actual] = [Buffer.from(expected), Buffer.from(given)];
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}
