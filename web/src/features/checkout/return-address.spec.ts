import { cleanAddress, hasReturned, wasRefused } from './return-address';

const BACK = '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed';

describe('the way back from the bank', () => {
  it('is known by the secret in the address', () => {
    expect(hasReturned(BACK)).toBe(true);
    expect(hasReturned('?filter=all')).toBe(false);
    expect(wasRefused(BACK)).toBe(true);
    expect(wasRefused(BACK.replace('failed', 'succeeded'))).toBe(false);
  });

  it('leaves nothing of the provider in the address, and keeps the rest', () => {
    expect(cleanAddress(`http://localhost/dashboard${BACK}`)).toBe('/dashboard');
    expect(cleanAddress(`http://localhost/dashboard${BACK}&filter=all#log`)).toBe(
      '/dashboard?filter=all#log',
    );
  });
});
