import { jsonOf, send } from '../../lib/api/api-client';
import type { PublishedKeys } from '../../lib/api/api-types';

const KEYS = '/.well-known/split-second-contract/keys.json';

/**
 * Whether this was signed with a key that we publish and that nobody else has. Also false where the browser does not know
 * Ed25519.
 * @throws ApiError when the keys cannot be asked for
 */
export async function isSignedByUs(content: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const { keys } = await jsonOf<PublishedKeys>(await send('GET', KEYS));
  const ours = keys.filter(({ leakedAt }) => leakedAt === null);
  const checks = ours.map(({ publicKey }) => isSignedWith(publicKey, content, signature).catch(() => false));
  return (await Promise.all(checks)).includes(true);
}

/** @param pem SubjectPublicKeyInfo */
async function isSignedWith(pem: string, content: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const base64 = pem.replace(/-----[^-]+-----|\s/g, '');
  const der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature as BufferSource, content as BufferSource);
}
