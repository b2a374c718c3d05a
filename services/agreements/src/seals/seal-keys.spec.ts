import { AgreementsConfig } from '../config.js';
import { SealKeys } from './seal-keys.js';

const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
const keysOf = (sealSigningKey: string): SealKeys =>
  new SealKeys(Object.assign(new AgreementsConfig(), { sealSigningKey }));

describe('the keys that sign agreements', () => {
  const content = Buffer.from('what is sealed');

  it('are known to a copy that only has the next one when another one signs with it already', () => {
    const { keyId, bytes } = keysOf(`${second},${first}`).sign(content);
    expect(keysOf(`${first},${second}`).isSigned(content, keyId, bytes)).toBe(true);
    expect(keysOf(first).isSigned(content, keyId, bytes)).toBe(false);
  });
});
