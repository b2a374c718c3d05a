import { ConfigError } from '#platform';
import { AgreementsConfig } from '../config.js';
import { SealKeys } from './seal-keys.js';

const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
const keysOf = (sealSigningKey: string, sealKeysLeaked?: string): SealKeys =>
  new SealKeys(Object.assign(new AgreementsConfig(), { sealSigningKey, sealKeysLeaked }));

describe('the keys that sign agreements', () => {
  const content = Buffer.from('what is sealed');

  it('are known to a copy that only has the next one when another one signs with it already', () => {
    const { keyId, bytes } = keysOf(`${second},${first}`).sign(content);
    expect(keysOf(`${first},${second}`).isSigned(content, keyId, bytes)).toBe(true);
    expect(keysOf(first).isSigned(content, keyId, bytes)).toBe(false);
  });

  it('are published with the time at which others have them, and go on to prove what was stamped before', () => {
    const { keyId } = keysOf(first).currentKey;
    const leakedAt = new Date('2026-11-24T10:00:00.000Z');
    const keys = keysOf(`${second},${first}`, ` ${keyId}@2026-11-24T10:00:00Z `);
    expect(keys.publicKeys.map((key) => key.leakedAt)).toEqual([null, leakedAt]);
    const before = new Date(leakedAt.getTime() - 1);
    expect(keys.doubtedSince(keyId, null)).toEqual(leakedAt);
    expect(keys.doubtedSince(keyId, leakedAt)).toEqual(leakedAt);
    expect(keys.doubtedSince(keyId, before)).toBeNull();
    expect(keys.doubtedSince(keys.currentKey.keyId, null)).toBeNull();
  });

  it.each(['0123456789abcdef@2026-11-24T10:00:00Z', 'KEY@', 'KEY', 'KEY@soon'])(
    'are not used with a leak that nobody could have meant: %s',
    (leaked) => {
      const { keyId } = keysOf(first).currentKey;
      expect(() => keysOf(first, leaked.replace('KEY', keyId))).toThrow(ConfigError);
    },
  );
});
