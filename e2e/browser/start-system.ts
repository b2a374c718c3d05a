import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { speakAgreement, startOpenAi, systemServices, TestSystem } from '#testing';
import { hearTheCarSale } from './recorder/speech.js';

export const ROOT = resolve(import.meta.dirname, '../..');
export const ADMIN = { ADMIN_EMAIL: 'admin@example.test', ADMIN_PASSWORD: 'four grey wolves' };

const run = promisify(execFile);

/** The whole product with its administrator. Without a speech engine among the variables it is PocketSphinx. */
export async function startProduct(env: Record<string, string> = {}): Promise<TestSystem> {
  const system = await TestSystem.start({
    root: ROOT,
    env: { WEB_ROOT: join(ROOT, 'web/dist'), ...ADMIN, ...env },
  });
  try {
    await run(process.execPath, [join(ROOT, 'dist/deploy/local/seed.js')], { env: system.env });
  } catch (error) {
    await system.stop();
    throw error;
  }
  return system;
}

/**
 * Starts the product for all tests, with a speech engine that answers at once, and speaks the agreement that the fake
 * microphone plays. Answers how to end it.
 */
export default async function startSystem(): Promise<() => Promise<void>> {
  const folder = join(ROOT, '.local/test-reports/spoken');
  await mkdir(folder, { recursive: true });
  const spoken = join(folder, 'agreement.wav');
  await speakAgreement(spoken);
  // For contracts about which only the money matters.
  const tone = join(folder, 'tone.webm');
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=2', '-c:a', 'libopus', tone]);
  const openai = await startOpenAi({ port: 0 });
  hearTheCarSale(openai);
  const system = await startProduct({
    // What happened when, for whoever asks why a test failed.
    LOG_LEVEL: 'info',
    // A message may come before the one that it builds on, such as a consent before its recording is known: it is tried
    // again soon, and for so long that no busy machine loses what it brings.
    EVENT_RETRY_DELAYS: '200,500,2000,5000,20000',
    // Here a message is set aside while somebody watches.
    AGREEMENTS_EVENT_RETRY_DELAYS: '200,500,1000,2000',
    SPEECH_ENGINE: 'openai',
    OPENAI_API_KEY: openai.apiKey,
    OPENAI_BASE_URL: openai.url,
    // The assistant answers from its own written answers.
    OPENAI_CHAT_MODEL: 'none',
  });
  Object.assign(process.env, ADMIN, {
    AGREEMENTS_DATABASE_URL: system.env.AGREEMENTS_DATABASE_URL,
    SYSTEM_URL: system.url,
    STRIPE_URL: system.stripe.url,
    MAILBOX_URL: system.mailboxUrl,
    SPOKEN_WAV: spoken,
    TONE_WEBM: tone,
  });
  return async () => {
    await keepLogs(system);
    await system.stop();
    await openai.close();
  };
}

/** What the services wrote during the last two runs stays. */
async function keepLogs(system: TestSystem): Promise<void> {
  const folder = join(ROOT, '.local/test-reports/logs');
  await rm(`${folder}-before`, { recursive: true, force: true });
  if (existsSync(folder)) await rename(folder, `${folder}-before`);
  await mkdir(folder, { recursive: true });
  for (const name of [...systemServices, 'gateway'] as const) {
    await copyFile(system.logFile(name), join(folder, `${name}.log`));
  }
}
