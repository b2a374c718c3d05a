import type { PaymentsConfig } from '../config.js';
import { EscrowLinks } from './escrow-links.js';

const escrow = {
  id: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10',
  agreementId: '4207731958026614',
  sellerEmail: 'ben@example.test',
};

const linksOf = (linkSecret: string) =>
  new EscrowLinks({ linkSecret, publicUrl: 'https://example.test' } as PaymentsConfig);

describe("the key of a seller's link", () => {
  const links = linksOf('k8Wm2Vq0-of-at-least-thirty-two-characters');
  const key = links.key(escrow);

  it('opens the payment and seller it was made for', () => {
    expect(links.isKey(escrow, key)).toBe(true);
    expect(new URL(links.sellerPage(escrow)).searchParams.get('key')).toBe(key);
    expect(links.page(escrow.agreementId)).toBe('https://example.test/escrow?agreementId=4207731958026614');
  });

  it.each([
    ['another payment', { ...escrow, id: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a11' }],
    ['another seller', { ...escrow, sellerEmail: 'eve@example.test' }],
  ])('does not open %s', (_what, other) => expect(links.isKey(other, key)).toBe(false));

  it.each(['', key.slice(1), `${key}A`, key.toUpperCase(), 'ä'.repeat(key.length)])('is not %p', (given) =>
    expect(links.isKey(escrow, given)).toBe(false),
  );

  it('is another one under another secret', () => {
    expect(linksOf('another-secret-of-thirty-two-characters').isKey(escrow, key)).toBe(false);
  });
});
