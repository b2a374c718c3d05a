import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type OpenAiStandIn, type ReceivedMail, readMailbox, startOpenAi } from '#stand-ins';
import {
  ADMIN,
  CONSENT_FROM_AFAR,
  Journey,
  letTimePass,
  type Saved,
  sessionHeaders,
  speakAgreement,
  startProduct,
  type TestSystem,
  UnexpectedAnswer,
} from '#testing';
import { confirm } from '../money/payer.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const WORDS = 'I sell you the blue car for two thousand dollars.';
const LOOK_EVERY_MS = 250;
/** Longer than the gateway waits for an answer, which is the longest that a call takes. */
const PATIENCE_MS = 150_000;
/** In place of the 404 that asks people to try again in a moment. */
const STILL_PREPARED = 503;
/** What people do once more when the answer to the first time got lost: it was done. */
const DONE_BEFORE = new Set([409, 410]);

/** A whole product to which anything may happen while people use it, and the people's means. */
export class World {
  private adminToken = '';
  private aheadMs = 0;
  private mailbox: { at: number; mails: Promise<ReceivedMail[]> } = { at: 0, mails: Promise.resolve([]) };

  private constructor(
    readonly system: TestSystem,
    readonly openai: OpenAiStandIn,
    private readonly folder: string,
  ) {}

  /** @param copies how many processes of each service */
  static async open(copies: number): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-crashes-'));
    await speakAgreement(join(folder, 'spoken.wav'), [
      { voice: 'a', text: 'I sell you the blue car for two thousand dollars.' },
      { voice: 'b', text: 'Yes, I agree.' },
    ]);
    await speakAgreement(join(folder, 'consent.wav'), CONSENT_FROM_AFAR);
    await run('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'color=blue:size=64x64', '-frames:v', '1'],
      join(folder, 'photo.jpg'),
    ]);
    const openai = await startOpenAi({ port: 0 });
    const system = await startProduct(
      root,
      {
        SPEECH_ENGINE: 'openai',
        OPENAI_API_KEY: openai.apiKey,
        OPENAI_BASE_URL: openai.url,
        OPENAI_CHAT_MODEL: 'none',
        LOG_LEVEL: 'info',
        ...{ CONTACTS_PER_HOUR: '100000', RESET_REQUESTS_PER_ADDRESS: '100000' },
        LOGIN_FAILURES_PER_ADDRESS: '100000',
        // A cell takes one attempt of a message away; the usual delays would only make everybody wait.
        EVENT_RETRY_DELAYS: '300,1000,3000,10000',
      },
      { copies },
    );
    const world = new World(system, openai, folder);
    world.hear();
    world.adminToken = (
      await world.visitor().ask<{ token: string }>('POST', '/api/admin/login', {
        json: { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD },
      })
    ).token;
    return world;
  }

  async close(): Promise<void> {
    await this.system.stop();
    await this.openai.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  get spoken(): string {
    return join(this.folder, 'spoken.wav');
  }

  /** What party B says from afar. */
  get agreed(): string {
    return join(this.folder, 'consent.wav');
  }

  get photo(): string {
    return join(this.folder, 'photo.jpg');
  }

  /** What the speech engine makes of every recording from now on; null refuses it. */
  hear(words: string | null = WORDS): void {
    this.openai.reset();
    if (words === null) {
      this.openai.failWith(400, 'invalid_request_error', 1000);
      return;
    }
    const segments = [{ start: 0, end: 4, text: words, speaker: 'A' }];
    this.openai.respondWith({ text: words, duration: 12, segments });
  }

  /** Lets the system's deadlines see a time that is so much later. */
  async later(ms: number): Promise<void> {
    this.aheadMs += ms;
    await this.system.moveClock(this.aheadMs);
  }

  visitor(): Journey {
    return new Journey(this.system.url, { patienceMs: PATIENCE_MS });
  }

  async someone(): Promise<Journey> {
    const person = this.visitor();
    await person.signup();
    return person;
  }

  save(person: Journey, fields: Record<string, unknown> = {}, photo?: string): Promise<Saved> {
    return person.save(this.spoken, fields, photo);
  }

  /** Pays for a contract; it may have been paid by a try whose answer got lost. */
  async pay(person: Journey, saved: Saved): Promise<void> {
    const paid = await done(person.pay(saved));
    if (paid !== null && paid.status !== 'succeeded') throw new Error(`the payment is ${paid.status}`);
    await this.until(async () => (await this.statusOf(saved.agreementId)) !== 'pending', 'a paid contract');
  }

  async paidContract(person: Journey, fields: Record<string, unknown> = {}): Promise<Saved> {
    const saved = await this.save(person, fields);
    await this.pay(person, saved);
    return saved;
  }

  async statusOf(agreementId: string): Promise<string> {
    const sql = 'select status from agreements where agreement_id = $1';
    return (await this.system.query<{ status: string }>('agreements', sql, [agreementId]))[0]?.status ?? '';
  }

  reaches(agreementId: string, status: string): Promise<void> {
    return this.until(async () => (await this.statusOf(agreementId)) === status, `a contract ${status}`);
  }

  contentGoes(agreementId: string): Promise<void> {
    const sql = 'select 1 from agreements where agreement_id = $1 and content_deleted_at is not null';
    return this.until(
      async () => (await this.system.query('agreements', sql, [agreementId])).length > 0,
      'the end of the content',
    );
  }

  isHeard(agreementId: string): Promise<void> {
    const sql = `select 1 from transcripts where agreement_id = $1 and stage = 'done'`;
    return this.until(
      async () => (await this.system.query('transcription', sql, [agreementId])).length > 0,
      'the words of a recording',
    );
  }

  escrowReaches(agreementId: string, state: string): Promise<void> {
    return this.until(async () => (await this.escrowOf(agreementId))?.state === state, `an escrow ${state}`);
  }

  async escrowOf(agreementId: string): Promise<{ id: string; state: string } | undefined> {
    const sql = 'select id, state from escrows where agreement_id = $1 order by id desc limit 1';
    return (await this.system.query<{ id: string; state: string }>('payments', sql, [agreementId]))[0];
  }

  /** Pays at the provider, which no crash of ours touches. */
  async confirm(clientSecret: string): Promise<void> {
    const status = await confirm(this.system, clientSecret);
    if (status !== 'succeeded' && status !== 'payment_intent_unexpected_state') {
      throw new Error(`the payment is ${status}`);
    }
  }

  /** What a pattern finds in the newest mail to an address whose text has it. */
  async mailed(address: string, pattern: RegExp): Promise<string> {
    let found: string | undefined;
    await this.until(async () => {
      const mails = (await this.mails()).filter(({ to }) => to.includes(address));
      found = mails.map(({ text }) => pattern.exec(text)?.[1]).findLast((part) => part !== undefined);
      return found !== undefined;
    }, `a mail to ${address} with ${pattern}`);
    return decodeURIComponent(found ?? '');
  }

  /** One call of an administrator, without judgement. */
  async callAsAdmin(
    method: string,
    path: string,
    body?: object | FormData,
  ): Promise<{ status: number; text: string }> {
    const isForm = body instanceof FormData;
    const answer = await fetch(this.system.url + path, {
      method,
      headers: {
        ...sessionHeaders(this.adminToken),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** Has something done by an administrator, who tries again when something is away. */
  async asAdmin(method: string, path: string, body?: object | FormData): Promise<void> {
    let said = '';
    await this.persist(async () => {
      const answer = await this.callAsAdmin(method, path, body);
      said = answer.text;
      return said.includes('"not_ready"') ? { status: STILL_PREPARED } : answer;
    }).catch((error: unknown) => {
      throw new Error(`${method} ${path}: ${String(error)} ${said}`, { cause: error });
    });
  }

  /**
   * Tries again while the answer is that of something away, as people do. Answers the status.
   * @param call what is done
   * @param isAnswer whether a refusal is what somebody gets who does it once more; else it is an error
   */
  async persist(
    call: () => Promise<{ status: number }>,
    isAnswer: (status: number) => boolean = (status) => DONE_BEFORE.has(status),
  ): Promise<number> {
    const until = Date.now() + PATIENCE_MS;
    let failure: unknown = null;
    for (;;) {
      const status = await call().then(
        (answer) => answer.status,
        (error: unknown) => {
          failure = error;
          return 0;
        },
      );
      if (status >= 200 && (status < 400 || isAnswer(status))) return status;
      if (status >= 400 && status < 500) throw new Error(`refused with ${status}`);
      if (Date.now() > until) throw new Error(`still ${status} ${String(failure)}`, { cause: failure });
      await letTimePass(LOOK_EVERY_MS, 'before somebody tries again');
    }
  }

  async until(isSo: () => Promise<boolean>, what: string): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (Date.now() > until) throw new Error(`${what} did not come`);
      await letTimePass(LOOK_EVERY_MS, 'between two looks, which cost the machine more than a moment');
    }
  }

  /** A mark that tells addresses of one try from those of another. */
  mark(): string {
    return randomUUID().slice(0, 8);
  }

  /** Read once for all who look in the same moment. */
  private mails(): Promise<ReceivedMail[]> {
    if (Date.now() - this.mailbox.at > LOOK_EVERY_MS) {
      this.mailbox = { at: Date.now(), mails: readMailbox(this.system.mailboxUrl) };
    }
    return this.mailbox.mails;
  }
}

/** The answer; null when it was refused as done before. */
export async function done<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof UnexpectedAnswer && DONE_BEFORE.has(error.status)) return null;
    throw error;
  }
}
