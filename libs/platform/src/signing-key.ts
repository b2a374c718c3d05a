import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';

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
