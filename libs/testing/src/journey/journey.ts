import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readMailbox } from '#stand-ins';
import { eventually } from '../eventually.js';

export interface Saved {
  agreementId: string;
  claimToken: string;
  sha256: string;
  bytes: number;
  durationSeconds: number;
}

export interface Transcript {
  status: string;
  percent: number;
  text: string;
  durationSeconds: number;
  engine: string | null;
  draft: boolean;
  sha256: string | null;
  segments: { start: number; end: number; text: string; speaker: string | null; confidence: number | null }[];
  speakers: { label: string; name: string }[];
  areVoicesUnclear: boolean;
  isOneVoice: boolean;
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** An answer that was not the expected one. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';

  constructor(
    readonly status: number,
    readonly body: unknown,
    call: string,
  ) {
    super(`${call} answered ${status}: ${JSON.stringify(body)}`);
  }
}

/**
 * Headers of a call in somebody's session: administrators' calls take the cookie alone, all others the token, too.
 */
export const sessionHeaders = (token: string): { authorization: string; cookie: string } => ({
  authorization: `Bearer ${token}`,
  cookie: `ssc_admin=${token}`,
});

/** A call failed without an answer, or the service was away: worth asking again, as a person would. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof UnexpectedAnswer) || error.status >= 502 || error.status === 429 || error.status === 500;

/**
 * A person on the way from recording to proof, through the public API alone. With `patience` the person tries again
 * when something is away for a moment, as the web app lets people do.
 */
export class Journey {
  readonly emailA: string;
  readonly emailB: string;
  private token: string | null = null;
  /** The newest first: the answer to a change may get lost. */
  private readonly passwords: string[];
  private userId = 0;

  constructor(
    readonly url: string,
    private readonly options: {
      patienceMs?: number;
      name?: string;
      email?: string;
      password?: string;
      /** Of the documents that the person uses. */
      language?: string;
    } = {},
  ) {
    const name = options.name ?? randomUUID().slice(0, 8);
    this.emailA = options.email ?? `anna.${name}@example.test`;
    this.emailB = `ben.${name}@example.test`;
    this.passwords = [options.password ?? 'three brown horses'];
  }

  get user(): { id: number; token: string } {
    if (this.token === null) throw new Error('not signed up yet');
    return { id: this.userId, token: this.token };
  }

  async save(audioPath: string, fields: Record<string, unknown> = {}, photoPath?: string): Promise<Saved> {
    const form = new FormData();
    const data = {
      partyAName: 'Anna Miller',
      partyAEmail: this.emailA,
      partyBName: 'Ben Carter',
      partyBEmail: this.emailB,
      agreementAmount: '2000',
      planType: 'split-second-contract',
      temporary: true,
      ...fields,
    };
    form.set('agreementData', JSON.stringify(data));
    form.set('audio', new Blob([await readFile(audioPath)]), basename(audioPath));
    if (photoPath) form.set('photo', new Blob([await readFile(photoPath)]), basename(photoPath));
    return this.ask<Saved>('POST', '/api/agreements/temporary', { form });
  }

  async signup(): Promise<void> {
    const login = { email: this.emailA, password: this.passwords[0] };
    try {
      const json = { username: 'Anna Miller', ...login };
      this.loggedIn(await this.ask('POST', '/api/auth/signup', { json }));
    } catch (error) {
      // The account is there already: of an earlier try whose answer got lost, or of an earlier visit.
      if (!(error instanceof UnexpectedAnswer) || error.status !== 409) throw error;
      this.loggedIn(await this.ask('POST', '/api/auth/login', { json: login }));
    }
  }

  createPaymentIntent(
    saved: Saved,
  ): Promise<{ clientSecret: string; paymentIntentId: string; amount: number }> {
    const { agreementId, claimToken } = saved;
    const json = { planType: 'split-second-contract', agreementId, claimToken };
    return this.ask('POST', '/api/create-payment-intent', { json });
  }

  /** Pays as the sandbox form does: straight at the payment provider, with the publishable key. */
  async pay(
    saved: Saved,
    paymentMethod = 'pm_card_visa',
  ): Promise<{ paymentIntentId: string; status: string }> {
    const { payments } = await this.ask<{ payments: { publishableKey: string; sandboxConfirmUrl: string } }>(
      'GET',
      '/api/config',
    );
    const intent = await this.createPaymentIntent(saved);
    const answer = await fetch(
      `${payments.sandboxConfirmUrl}/v1/payment_intents/${intent.paymentIntentId}/confirm`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${payments.publishableKey}` },
        body: new URLSearchParams({ payment_method: paymentMethod, client_secret: intent.clientSecret }),
      },
    );
    const body = (await answer.json()) as { status?: string; error?: { code: string } };
    return { paymentIntentId: intent.paymentIntentId, status: body.status ?? body.error?.code ?? 'unknown' };
  }

  /** The finished transcript, however long it takes up to the time given. */
  transcript(agreementId: string, timeoutMs = 120_000): Promise<Transcript> {
    return eventually(
      async () => {
        const transcript = await this.ask<Transcript>('GET', `/api/agreements/${agreementId}/transcript`);
        if (transcript.status !== 'done') throw new Error(`the transcript is ${transcript.status}`);
        return transcript;
      },
      timeoutMs,
      'the transcript',
    );
  }

  /** Until the agreement has the status. */
  async reaches(agreementId: string, status: string, timeoutMs = 60_000): Promise<void> {
    await eventually(
      async () => {
        const agreement = await this.ask<{ status: string }>('GET', `/api/agreements/${agreementId}`);
        if (agreement.status !== status) throw new Error(`the agreement is ${agreement.status}`);
      },
      timeoutMs,
      `status ${status}`,
    );
  }

  /** Calls the API; answers the parsed body. @throws UnexpectedAnswer for anything but 2xx. */
  async ask<T>(method: string, path: string, content: { json?: object; form?: FormData } = {}): Promise<T> {
    const until = Date.now() + (this.options.patienceMs ?? 0);
    for (;;) {
      try {
        const { status, body } = await this.call<T>(method, path, content);
        if (status >= 400) throw new UnexpectedAnswer(status, body, `${method} ${path}`);
        return body;
      } catch (error) {
        if (Date.now() > until || !isPassing(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }
  }

  /** Gives the password once more, as people do before they move money. */
  async confirmPassword(): Promise<void> {
    for (const password of this.passwords) {
      const { status } = await this.send('POST', '/api/auth/confirm-password', { json: { password } });
      if (status === 204) return;
    }
  }

  /** One call without judgement, with the password where it is asked for. */
  async call<T>(
    method: string,
    path: string,
    content: { json?: object; form?: FormData } = {},
  ): Promise<Answer<T>> {
    const { newPassword } = { newPassword: undefined, ...content.json };
    if (path === '/api/auth/change-password' && typeof newPassword === 'string')
      this.passwords.unshift(newPassword);
    const answer = await this.send<T>(method, path, content);
    const { code } = { code: undefined, ...(answer.body as object | null) };
    if (answer.status !== 403 || code !== 'password_required') return answer;
    await this.confirmPassword();
    return this.send<T>(method, path, content);
  }

  private async send<T>(
    method: string,
    path: string,
    content: { json?: object; form?: FormData } = {},
  ): Promise<Answer<T>> {
    const headers: Record<string, string> =
      this.token === null ? {} : { authorization: `Bearer ${this.token}` };
    if (content.json) headers['content-type'] = 'application/json';
    if (this.options.language !== undefined) headers['accept-language'] = this.options.language;
    const body = content.json ? JSON.stringify(content.json) : content.form;
    const answer = await fetch(this.url + path, { method, headers, ...(body ? { body } : {}) });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as T, headers: answer.headers };
  }

  private loggedIn(answer: { token: string; user: { id: number } }): void {
    this.token = answer.token;
    this.userId = answer.user.id;
  }
}

/** Opens the newest link by which an address is confirmed, out of its mailbox. */
export async function verifyAddress(
  person: Journey,
  mailboxUrl: string,
  address = person.emailA,
): Promise<void> {
  const token = await eventually(
    async () => {
      const mails = (await readMailbox(mailboxUrl)).filter((mail) => mail.to.includes(address));
      const links = mails.map((mail) => /\/verify-address\?token=([\w.%-]+)/.exec(mail.text)?.[1]);
      const newest = links.filter((link) => link !== undefined).at(-1);
      if (newest === undefined) throw new Error(`no link among ${mails.length} mails`);
      return decodeURIComponent(newest);
    },
    30_000,
    `a link to confirm ${address}`,
  );
  await person.ask('POST', '/api/auth/verify-address', { json: { token } });
}
