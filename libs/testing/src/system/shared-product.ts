import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentOf, pick, seedVariables } from '#platform';
import { startOpenAi } from '#stand-ins';
import { hearTheCarSale, OFFER_FROM_AFAR, speakAgreement } from '../speech/two-voice-agreement.js';
import { type DatabaseService, queryService } from './drain.js';
import { PATIENT_RETRIES } from './environment.js';
import { type SystemOptions, TestSystem } from './system.js';

const run = promisify(execFile);

/** The administrator of every product that tests start. */
export const ADMIN = { ADMIN_EMAIL: 'admin@example.test', ADMIN_PASSWORD: 'four grey wolves' };

/** Where whoever shares the product finds all that its services read. */
const VARIABLE = 'SYSTEM_ENVIRONMENT';

export interface SharedProduct {
  /** For the processes that share it. */
  env: Record<string, string>;
  /** Copies what the services wrote so far. */
  keepLogs(folder: string): Promise<void>;
  stop(): Promise<void>;
}

/** The product that several suites share, from the outside. Each test brings people and contracts of its own. */
export interface ProductInUse {
  url: string;
  mailboxUrl: string;
  /** Address of the Stripe stand-in. */
  stripeUrl: string;
  env: Readonly<Record<string, string>>;
  /** Recordings: the spoken sale of a car, and a tone of two seconds where only the money matters. */
  spoken: string;
  tone: string;
  /** Asks a service's database. For assertions only. */
  query<Row extends object>(service: DatabaseService, sql: string, values?: unknown[]): Promise<Row[]>;
  /** Ends it when it was started for the one who asked. */
  stop(): Promise<void>;
}

/**
 * The whole product with its administrator. Without a speech engine among the variables it is PocketSphinx.
 * @param how whether it takes a share of the servers of this run, and how many copies of each service run
 */
export async function startProduct(
  root: string,
  env: Record<string, string> = {},
  how: Pick<SystemOptions, 'sharesServers' | 'copies'> = {},
): Promise<TestSystem> {
  const system = await TestSystem.start({
    root,
    ...how,
    env: { WEB_ROOT: join(root, 'web/dist'), ...ADMIN, ...env },
  });
  try {
    await run(process.execPath, [join(root, 'dist/deploy/local/seed.js')], {
      env: { ...environmentOf('auth', system.env), ...pick(system.env, seedVariables) },
    });
  } catch (error) {
    await system.stop();
    throw error;
  }
  return system;
}

/**
 * Starts one product for all suites of a run, with a speech engine that answers at once, and makes the recordings that
 * they play.
 * @param root the checkout, with everything compiled into `dist`
 */
export async function startSharedProduct(root: string): Promise<SharedProduct> {
  const folder = join(root, '.local/test-reports/spoken');
  await mkdir(folder, { recursive: true });
  const [spoken, offer] = [join(folder, 'agreement.wav'), join(folder, 'offer.wav')];
  const tone = join(folder, 'tone.webm');
  await speakAgreement(spoken);
  await speakAgreement(offer, OFFER_FROM_AFAR);
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=2', '-c:a', 'libopus', tone]);
  const openai = await startOpenAi({ port: 0 });
  hearTheCarSale(openai);
  const variables = {
    // What happened when, for whoever asks why a test failed.
    LOG_LEVEL: 'info',
    EVENT_RETRY_DELAYS: PATIENT_RETRIES,
    // Here a message is set aside while somebody watches.
    AGREEMENTS_EVENT_RETRY_DELAYS: '200,200,2000,2000',
    SPEECH_ENGINE: 'openai',
    OPENAI_API_KEY: openai.apiKey,
    OPENAI_BASE_URL: openai.url,
    // The assistant answers from its own written answers.
    OPENAI_CHAT_MODEL: 'none',
  };
  const system = await startProduct(root, variables, { sharesServers: true }).catch(
    async (error: unknown) => {
      await openai.close();
      throw error;
    },
  );
  return {
    env: {
      ...ADMIN,
      [VARIABLE]: JSON.stringify(system.env),
      AGREEMENTS_DATABASE_URL: system.env.AGREEMENTS_DATABASE_URL ?? '',
      SYSTEM_URL: system.url,
      STRIPE_URL: system.stripe.url,
      MAILBOX_URL: system.mailboxUrl,
      SPOKEN_WAV: spoken,
      OFFER_WAV: offer,
      TONE_WEBM: tone,
    },
    keepLogs: (to) => system.keepLogs(to),
    stop: async () => {
      await system.stop();
      await openai.close();
    },
  };
}

/** The product that this run shares, or one of its own where nobody has started any. */
export async function useProduct(root: string): Promise<ProductInUse> {
  const own = process.env[VARIABLE] ? undefined : await startSharedProduct(root);
  const told = own?.env ?? process.env;
  const env = JSON.parse(told[VARIABLE] ?? '{}') as Record<string, string>;
  return {
    url: told.SYSTEM_URL ?? '',
    mailboxUrl: told.MAILBOX_URL ?? '',
    stripeUrl: told.STRIPE_URL ?? '',
    spoken: told.SPOKEN_WAV ?? '',
    tone: told.TONE_WEBM ?? '',
    env,
    query: (service, sql, values) => queryService(env, service, sql, values),
    stop: async () => own?.stop(),
  };
}
