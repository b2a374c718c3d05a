import { refuseSecondCopy } from './only-copy.js';

const refusal = (env: Record<string, string>, isOnlyCopy = false): string => {
  try {
    refuseSecondCopy(env, isOnlyCopy);
    return 'it is restored';
  } catch (error) {
    return String(error);
  }
};

describe('a restore with what another copy may use, too', () => {
  it.each([
    ['Stripe (STRIPE_SECRET_KEY)', { STRIPE_SECRET_KEY: 'sk_live_x' }],
    ['Stripe (STRIPE_SECRET_KEY)', { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_BASE: '' }],
    // As compose passes both addresses where there is a key.
    [
      'Stripe (STRIPE_SECRET_KEY)',
      {
        STRIPE_SECRET_KEY: 'sk_live_x',
        STRIPE_API_BASE: 'http://stripe:12111',
        PAYMENTS_STRIPE_API_BASE: 'https://api.stripe.com',
      },
    ],
    ['a mail server (SMTP_URL)', { SMTP_URL: 'smtp://a:b@mail.example.com:587' }],
    ['a mail server (SMTP_URL)', { NOTIFICATIONS_SMTP_URL: 'no address' }],
    ['an object store (S3_ENDPOINT)', { STORAGE_DRIVER: 's3', S3_ENDPOINT: 'https://s3.example.com' }],
  ])('needs the word that there is no other: %s', (what, env) => {
    expect(refusal(env)).toContain(`acts by itself on ${what}. If no other copy of this system does`);
    expect(refusal(env, true)).toBe('it is restored');
  });

  it('names all of it at once', () => {
    const env = { STRIPE_SECRET_KEY: 'sk_live_x', SMTP_URL: 'smtps://mail.example.com' };
    expect(refusal(env)).toContain('Stripe (STRIPE_SECRET_KEY), a mail server (SMTP_URL). ');
  });

  it.each([
    ['a local run', { STRIPE_API_BASE: 'http://127.0.0.1:12111', SMTP_URL: 'smtp://127.0.0.1:1025' }],
    [
      'containers with what compose starts',
      {
        STRIPE_API_BASE: 'http://stripe:12111',
        PAYMENTS_STRIPE_API_BASE: '',
        SMTP_URL: 'smtp://mailbox:1025',
        STORAGE_DRIVER: 's3',
        S3_ENDPOINT: 'http://objects:9000',
      },
    ],
    ['a disk', { STRIPE_SECRET_KEY: '', STORAGE_DRIVER: 'disk', S3_ENDPOINT: 'https://s3.example.com' }],
  ])('needs no word of %s', (_what, env) => {
    expect(refusal({ STRIPE_SECRET_KEY: 'sk_test_local', ...env })).toBe('it is restored');
  });
});
