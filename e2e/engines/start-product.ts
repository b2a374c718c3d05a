import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN, CONSENT_FROM_AFAR, OFFER_FROM_AFAR, speakAgreement, startProduct } from '#testing';
import { ROOT } from '../browser/start-system.js';

/**
 * A product of its own, whose speech engine really listens: what the shared one writes down is the same for whatever
 * comes in. Answers how to end it.
 */
export default async function start(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SYSTEM_URL) return undefined;
  const folder = join(ROOT, '.local/test-reports/spoken');
  await mkdir(folder, { recursive: true });
  const spoken = {
    SPOKEN_WAV: join(folder, 'agreement.wav'),
    OFFER_WAV: join(folder, 'offer.wav'),
    CONSENT_WAV: join(folder, 'consent.wav'),
  };
  await speakAgreement(spoken.SPOKEN_WAV);
  await speakAgreement(spoken.OFFER_WAV, OFFER_FROM_AFAR);
  await speakAgreement(spoken.CONSENT_WAV, CONSENT_FROM_AFAR);
  const system = await startProduct(ROOT, { LOG_LEVEL: 'info' }, { sharesServers: true });
  Object.assign(process.env, {
    ...ADMIN,
    ...spoken,
    AGREEMENTS_DATABASE_URL: system.env.AGREEMENTS_DATABASE_URL,
    SYSTEM_URL: system.url,
    STRIPE_URL: system.stripe.url,
    MAILBOX_URL: system.mailboxUrl,
  });
  return () => system.stop();
}
