import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import {
  CONSENT_FROM_AFAR,
  eventually,
  Journey,
  type Saved,
  sessionHeaders,
  speakAgreement,
  TestSystem,
} from '#testing';
import { confirm } from '../money/payer.js';
import { type Contract, SUPPORT } from './agreement-mails.js';
import { Mailroom } from './mailroom.js';
import { TripleDelivery } from './triple-delivery.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const ADMIN = { email: 'admin@example.test', password: 'four grey wolves' };
/** What the speech engine makes of every recording. */
export const WORDS = 'I sell you the blue car for two thousand dollars.';

interface OwnView {
  expiresAt: string;
  consentedAt: string;
  invitation: { expiresAt: string } | null;
}

/** The whole system with every event delivered three times, Anna with several agreements, and an administrator. */
export class Scene<Name extends string> {
  readonly mark = randomUUID().slice(0, 8);
  readonly saved = {} as Record<Name, Saved>;
  readonly contracts = {} as Record<Name, Contract>;
  kills = 0;
  private adminToken = '';

  private constructor(
    readonly system: TestSystem,
    readonly openai: OpenAiStandIn,
    readonly events: TripleDelivery,
    readonly anna: Journey,
    readonly room: Mailroom,
    private readonly folder: string,
  ) {}

  static async open<Name extends string>(): Promise<Scene<Name>> {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-mails-'));
    await speakAgreement(join(folder, 'agreement.wav'));
    await speakAgreement(join(folder, 'consent.wav'), CONSENT_FROM_AFAR);
    await mkdir(join(folder, 'web/assets'), { recursive: true });
    await writeFile(join(folder, 'web/index.html'), '<!doctype html><title>A page of the app</title>');
    const openai = await startOpenAi({ port: 0 });
    const segments = [{ start: 0, end: 4, text: WORDS, speaker: 'A' }];
    openai.respondWith({ text: WORDS, duration: 12, segments });
    const system = await TestSystem.start({
      root,
      env: {
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        SUPPORT_EMAIL: `Support <${SUPPORT}>`,
        WEB_ROOT: join(folder, 'web'),
        SPEECH_ENGINE: 'openai',
        OPENAI_API_KEY: openai.apiKey,
        OPENAI_BASE_URL: openai.url,
      },
    });
    await run(process.execPath, [join(root, 'dist/deploy/local/seed.js')], { env: system.env });
    const events = await TripleDelivery.open(system.servers.amqpUrl);
    const anna = new Journey(system.url, { patienceMs: 30_000 });
    const room = new Mailroom(system.mailboxUrl, system.url);
    const scene = new Scene<Name>(system, openai, events, anna, room, folder);
    const login = await anna.ask<{ token: string }>('POST', '/api/admin/login', { json: ADMIN });
    scene.adminToken = login.token;
    return scene;
  }

  async close(): Promise<void> {
    await this.events.close();
    await this.system.stop();
    await this.openai.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  get spoken(): string {
    return join(this.folder, 'agreement.wav');
  }

  /** What party B says from afar. */
  get agreed(): string {
    return join(this.folder, 'consent.wav');
  }

  /** An address of party B. */
  emailB(name: string): string {
    return `ben.${name}.${this.mark}@example.test`;
  }

  /** Ends the process that sends, as soon as one more mail has left, in the middle of the others. */
  async killWhileSending(act: () => Promise<unknown>): Promise<void> {
    const before = await this.room.copies();
    await act();
    await this.room.moreThan(before);
    this.kill();
  }

  kill(): void {
    this.system.kill('notifications');
    this.kills += 1;
  }

  async save(name: Name, isRemoteContract = false): Promise<Contract> {
    const fields = { isRemoteContract, partyBEmail: this.emailB(name) };
    const saved = await this.anna.save(this.spoken, fields);
    const { agreementId, sha256 } = saved;
    this.saved[name] = saved;
    this.contracts[name] = { agreementId, sha256, emailA: this.anna.emailA, emailB: fields.partyBEmail };
    return this.contracts[name];
  }

  /** Pays for it, and answers the number of the receipt. */
  async pay(name: Name): Promise<string> {
    const { status } = await this.anna.pay(this.saved[name]);
    if (status !== 'succeeded') throw new Error(`the payment is ${status}`);
    return this.receipt(name, 'contract');
  }

  /** Orders a transcript made by a person and pays for it. */
  async orderTranscript(name: Name): Promise<{ orderId: string; receipt: string }> {
    const { agreementId } = this.contracts[name];
    const order = await this.anna.ask<{ orderId: string }>('POST', '/api/request-manual-transcription', {
      json: { agreementId },
    });
    const { clientSecret } = await this.anna.ask<{ clientSecret: string }>(
      'POST',
      '/api/create-payment-intent',
      { json: { agreementId, type: 'manual_transcription', amount: 2 } },
    );
    const status = await confirm(this.system, clientSecret);
    if (status !== 'succeeded') throw new Error(`the payment is ${status}`);
    return { ...order, receipt: await this.receipt(name, 'manual_transcription') };
  }

  /** The number of the receipt, once the payment has arrived. */
  receipt(name: Name, purpose: 'contract' | 'manual_transcription' | 'held_payment'): Promise<string> {
    return eventually(
      async () => {
        const sql = 'select number from receipts where agreement_id = $1 and purpose = $2';
        const { agreementId } = this.contracts[name];
        const [row] = await this.system.query<{ number: string }>('payments', sql, [agreementId, purpose]);
        if (!row) throw new Error('not paid yet');
        return row.number;
      },
      30_000,
      'the payment',
    );
  }

  /** When what was recorded is deleted. */
  async endOf(name: Name): Promise<string> {
    const sql = 'select expires_at as at from agreements where agreement_id = $1';
    const [row] = await this.system.query<{ at: Date }>('agreements', sql, [
      this.contracts[name].agreementId,
    ]);
    if (!row) throw new Error(`there is no agreement ${name}`);
    return row.at.toISOString();
  }

  path(name: Name, act = ''): string {
    return `/api/agreements/${this.contracts[name].agreementId}${act}`;
  }

  view(name: Name): Promise<OwnView> {
    return this.anna.ask('GET', this.path(name));
  }

  /** Until when the newest invitation can be answered, once it is another one than before. */
  answerUntil(name: Name, before: string | null = null): Promise<string> {
    return eventually(
      async () => {
        const { invitation } = await this.view(name);
        if (invitation === null || invitation.expiresAt === before) throw new Error('no new invitation');
        return invitation.expiresAt;
      },
      30_000,
      'an invitation',
    );
  }

  async asAdmin<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    const isForm = body instanceof FormData;
    const answer = await fetch(this.system.url + path, {
      method,
      headers: {
        ...sessionHeaders(this.adminToken),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T;
  }
}
