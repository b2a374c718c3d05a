import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readMailbox } from '#stand-ins';
import { eventually, Journey, RELIABLE_WORDS, type Saved, speakAgreement } from '#testing';
import { makeSecrets } from '../deploy/image/make-secrets.js';
import { Composition } from './containers/composition.js';

const root = resolve(import.meta.dirname, '..');
const MINUTE = 60_000;

function engineVersion(): string | null {
  try {
    const args = ['version', '--format', '{{.Server.Version}}'];
    return execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

const engine = engineVersion();
// Containers need an engine, which a machine need not have: then these tests count as skipped.
const withEngine = engine ? describe : describe.skip;
const reason = engine ? `Docker ${engine}` : 'skipped: no Docker engine answers';

let containers: Composition;
let folder: string;
let spoken: string;

/** What a production has to bring: nothing here is a local default. */
const production: Record<string, string> = {
  PROFILE: 'production',
  PUBLIC_URL: 'https://contracts.example.test',
  TRUSTED_PROXIES: 'none',
  ...Object.fromEntries(makeSecrets({}).map((line) => line.split(/=(.*)/s).slice(0, 2))),
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('hex')}`,
};

const mailsTo = async (address: string) =>
  (await readMailbox(containers.mailboxUrl)).filter((mail) => mail.to.includes(address));

/** The proof in party B's mailbox, and what its link leads to. */
async function proofOf(anna: Journey, saved: Saved): Promise<void> {
  const proof = await eventually(
    async () => {
      const mails = await mailsTo(anna.emailB);
      const found = mails.find((mail) => mail.text.includes(saved.sha256));
      if (!found) throw new Error(`${mails.length} mails, no proof`);
      return found;
    },
    MINUTE,
    'the proof for party B',
  );
  expect(proof.attachments).toEqual([
    `certificate_${saved.agreementId}.pdf`,
    `transcript_${saved.agreementId}.txt`,
  ]);
  const link = /https?:\/\/\S+\/audio\?key=\S+/.exec(proof.text)?.[0] ?? '';
  expect(link.startsWith(`${containers.url}/`)).toBe(true);
  const audio = await fetch(link, { headers: { range: 'bytes=0-99' } });
  expect(audio.status).toBe(206);
  expect((await audio.arrayBuffer()).byteLength).toBe(100);
}

async function healthy(): Promise<void> {
  await eventually(
    async () => {
      const answer = await fetch(`${containers.url}/api/health`);
      if (answer.status !== 200) throw new Error(await answer.text());
    },
    3 * MINUTE,
    'a healthy system',
  );
}

withEngine(`the product in containers (${reason})`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ssc-containers-'));
    spoken = join(folder, 'agreement.wav');
    await speakAgreement(spoken);
    containers = await Composition.create(root, `ssc-deep-${process.pid}`);
    await containers.build();
  }, 40 * MINUTE);

  afterAll(async () => {
    await containers?.remove();
    await rm(folder, { recursive: true, force: true });
  }, 5 * MINUTE);

  describe('as it is checked out', () => {
    let anna: Journey;
    let saved: Saved;

    beforeAll(async () => {
      await containers.up();
      anna = new Journey(containers.url, { patienceMs: MINUTE });
    }, 15 * MINUTE);

    it(
      'does the main job on ports of its own, links and payment form included',
      async () => {
        saved = await anna.save(spoken);
        await anna.signup();
        expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
        const transcript = await anna.transcript(saved.agreementId, 5 * MINUTE);
        for (const words of RELIABLE_WORDS) expect(transcript.text).toContain(words);
        await anna.reaches(saved.agreementId, 'completed');
        await proofOf(anna, saved);
      },
      10 * MINUTE,
    );

    it('shows the documents of the API and of the events', async () => {
      const page = await fetch(`${containers.url}/api/docs`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('swagger-ui');
      const calls = (await (await fetch(`${containers.url}/api/openapi.json`)).json()) as { paths: object };
      expect(Object.keys(calls.paths)).toContain('/api/agreements/temporary');
      const events = (await (await fetch(`${containers.url}/api/docs/events`)).json()) as {
        asyncapi: string;
      };
      expect(events.asyncapi).toMatch(/^3\./);
    });

    it('has neither the test library nor packages of development', async () => {
      const left = await containers.execute('gateway', 'ls dist dist/deploy dist/libs node_modules');
      const names = left.split(/\s+/);
      expect(names).toEqual(expect.arrayContaining(['image', 'stand-ins', 'fastify']));
      for (const name of ['bench', 'local', 'testing', 'jest', 'smtp-server', 'testcontainers']) {
        expect(names).not.toContain(name);
      }
      expect((await containers.execute('gateway', 'ls dist/stand-ins')).trim()).toBe('stripe');
    });

    it(
      'says how to get an administrator, and makes one so',
      async () => {
        expect(await containers.logs('migrate')).toMatch(
          /no administrator[\s\S]*docker compose run .* migrate/,
        );
        const login = { email: 'boss@example.test', password: 'a long admin passphrase' };
        await containers.runOnce('migrate', { ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password });
        const answer = await new Journey(containers.url).call('POST', '/api/admin/login', { json: login });
        expect(answer.status).toBe(200);
      },
      5 * MINUTE,
    );

    it(
      'goes on after each container was restarted',
      async () => {
        const ben = new Journey(containers.url, { patienceMs: MINUTE });
        const kept = await ben.save(spoken);
        await ben.signup();
        for (const service of await containers.services()) {
          if (service === 'migrate') continue;
          await containers.restart(service);
          await healthy();
        }
        expect(await ben.pay(kept)).toMatchObject({ status: 'succeeded' });
        await ben.transcript(kept.agreementId, 5 * MINUTE);
        await ben.reaches(kept.agreementId, 'completed');
        await proofOf(ben, kept);
      },
      20 * MINUTE,
    );

    it(
      'has its data still after down and up',
      async () => {
        await containers.down();
        expect(await containers.running()).toEqual([]);
        await containers.up();
        const again = new Journey(containers.url, { email: anna.emailA, patienceMs: MINUTE });
        await again.signup();
        expect(again.user.id).toBe(anna.user.id);
        await again.reaches(saved.agreementId, 'completed');
        const transcript = await again.transcript(saved.agreementId);
        for (const words of RELIABLE_WORDS) expect(transcript.text).toContain(words);
        const audio = await again.call('GET', `/api/agreements/${saved.agreementId}/audio`);
        expect(audio.status).toBe(200);
        const next = await again.save(spoken);
        expect(await again.pay(next)).toMatchObject({ status: 'succeeded' });
        await again.reaches(next.agreementId, 'completed', 5 * MINUTE);
      },
      15 * MINUTE,
    );
  });

  describe('as production', () => {
    beforeAll(() => containers.empty(), 5 * MINUTE);

    it(
      'refuses local secrets and play money, by name, before any service starts',
      async () => {
        await expect(containers.up({ PROFILE: 'production' })).rejects.toThrow('SERVICE_TOKEN_SECRET');
        await containers.empty();
        await expect(containers.up(production)).rejects.toThrow('production needs real Stripe keys');
        const started = await containers.running();
        expect(started.sort()).toEqual(['mailbox', 'objects', 'postgres', 'rabbitmq', 'redis', 'stripe']);
      },
      15 * MINUTE,
    );

    it(
      'starts when told in words that no money moves, and does the main job',
      async () => {
        await containers.up({ ...production, PUBLIC_URL: '', ALLOW_SANDBOX: 'no money moves' });
        expect((await fetch(`${containers.url}/api/docs`)).status).toBe(404);
        const anna = new Journey(containers.url, { patienceMs: MINUTE });
        const saved = await anna.save(spoken);
        await anna.signup();
        expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
        await anna.reaches(saved.agreementId, 'completed', 5 * MINUTE);
        await proofOf(anna, saved);
      },
      20 * MINUTE,
    );

    it(
      'goes to Stripe itself with real keys and an empty STRIPE_API_BASE',
      async () => {
        // Shaped like real keys, so that production takes them; nobody is asked with them here.
        const keys = { STRIPE_SECRET_KEY: 'sk_live_unused', STRIPE_PUBLISHABLE_KEY: 'pk_live_unused' };
        // The mailbox under its other name stands for a mail server that answers.
        const mail = {
          SMTP_URL: `smtp://${containers.containerOf('mailbox')}:1025`,
          MAIL_FROM: 'Proof <proof@example.test>',
          SUPPORT_EMAIL: 'support@example.test',
        };
        const choices: Record<string, string>[] = [{}, { STRIPE_API_BASE: '' }];
        for (const base of choices) {
          await containers.up({ ...production, ...keys, ...mail, ...base });
          const config = (await (await fetch(`${containers.url}/api/config`)).json()) as {
            payments: { publishableKey: string; sandboxConfirmUrl?: string | null };
          };
          expect(config.payments.publishableKey).toBe(keys.STRIPE_PUBLISHABLE_KEY);
          expect(config.payments.sandboxConfirmUrl ?? null).toBeNull();
        }
      },
      15 * MINUTE,
    );
  });
});
