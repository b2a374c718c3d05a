import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { speakAgreement, TestSystem } from '#testing';

/** Starts the whole product and speaks the agreement that the fake microphone plays. Answers how to end it. */
export default async function startSystem(): Promise<() => Promise<void>> {
  const root = resolve(import.meta.dirname, '../..');
  const folder = join(root, '.local/test-reports/spoken');
  await mkdir(folder, { recursive: true });
  const spoken = join(folder, 'agreement.wav');
  await speakAgreement(spoken);
  const system = await TestSystem.start({ root, env: { WEB_ROOT: join(root, 'web/dist') } });
  process.env.SYSTEM_URL = system.url;
  process.env.MAILBOX_URL = system.mailboxUrl;
  process.env.SPOKEN_WAV = spoken;
  return () => system.stop();
}
