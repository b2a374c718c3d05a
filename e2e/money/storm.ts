import { type Journey, type Saved, SeededRandom } from '#testing';
import type { World } from '../crashes/world.js';
import { onboard } from './payer.js';

/** A contract with the one who owns it, and what is known of its payments so far. */
interface Deal {
  owner: Journey;
  saved: Saved;
  sellerEmail: string;
  /** Secrets to pay with, newest last. */
  secrets: string[];
  escrowSecrets: string[];
}

/** One call and what came of it. */
interface Answered {
  call: string;
  status: number;
  code: string | null;
  /** Under which the services' logs tell of a failure of theirs. */
  correlationId?: string;
}

/** What a caller's key was used for. */
interface KeyUse {
  requests: Set<string>;
  intents: Set<string>;
}

type Call = () => Promise<void>;

const AT_ONCE = 50;
const KEYS = 2;
const AMOUNTS = [40, 60] as const;

/**
 * Thousands of calls about money, in an order that the seed decides, many at once: the same and others under the same
 * keys, repeated, against each other, with the provider's news in any order and more than once.
 */
export class MoneyStorm {
  readonly answers: Answered[] = [];
  /** By owner and key. */
  readonly keys = new Map<string, KeyUse>();
  private readonly random = new SeededRandom('money storm');
  private readonly deals: Deal[] = [];

  constructor(private readonly world: World) {}

  /** How many calls went through the gateway. */
  get calls(): number {
    return this.answers.length;
  }

  /** People with contracts that nobody has paid yet; every other one waits for a party B. */
  async prepare(people: number, contractsEach: number): Promise<void> {
    const owners = Array.from({ length: people }, () => this.world.visitor());
    await inTurns(owners, 4, async (owner) => {
      await owner.signup();
      const sellerEmail = `seller.${this.world.mark()}@example.test`;
      for (let n = 0; n < contractsEach; n += 1) {
        const saved = await this.world.save(owner, { isRemoteContract: n % 2 === 1 });
        this.deals.push({ owner, saved, sellerEmail, secrets: [], escrowSecrets: [] });
        if (n === 0) await this.openAccount(owner, saved, sellerEmail);
      }
    });
  }

  /** @param count calls through the gateway */
  async rage(count: number): Promise<void> {
    const { stripe } = this.world.system;
    const failures: unknown[] = [];
    const workers = Array.from({ length: AT_ONCE }, async () => {
      while (this.calls < count && failures.length === 0) {
        await this.next()().catch((error: unknown) => failures.push(error));
      }
    });
    await Promise.all(workers);
    stripe.resumeWebhooks();
    // Stripe refunds nothing while a bank has not decided: somebody decides.
    for (const { id, status } of stripe.listDisputes()) {
      if (status === 'needs_response') stripe.closeDispute(id, this.random.chance() ? 'won' : 'lost');
    }
    if (failures.length > 0) throw failures[0];
  }

  /** The seller is beside the owner and sets up payouts, which takes a first payment to be held. */
  private async openAccount(owner: Journey, saved: Saved, sellerEmail: string): Promise<void> {
    await this.world.pay(owner, saved);
    const json = { agreementId: saved.agreementId, amount: AMOUNTS[0], sellerEmail };
    await owner.ask('POST', '/api/create-escrow-intent', { json });
    const account = { userId: owner.user.id, email: sellerEmail };
    const path = '/api/create-connect-account';
    const { onboardingUrl } = await owner.ask<{ onboardingUrl: string }>('POST', path, { json: account });
    await onboard(onboardingUrl);
  }

  /** Drawn before it is called: how long calls take must not change what the seed says. */
  private next(): Call {
    const deal = this.random.pick(this.deals);
    const dice = this.random.next();
    const { random } = this;
    if (dice < 0.2) return () => this.intent(deal, 'contract', random.between(0, KEYS + 1));
    if (dice < 0.3) return () => this.confirm(deal.secrets);
    if (dice < 0.36) return () => this.transcript(deal, random.between(0, KEYS + 1));
    if (dice < 0.48) return () => this.escrow(deal, random.pick(AMOUNTS), random.between(0, KEYS + 1));
    if (dice < 0.56) return () => this.confirm(deal.escrowSecrets);
    if (dice < 0.63) return () => this.act(deal, random.pick(['received', 'release', 'problem', 'refund']));
    if (dice < 0.67) return () => this.decide(deal, random.between(0, 41));
    if (dice < 0.69) return () => this.cancel(deal);
    if (dice < 0.73) return () => this.refund(deal);
    if (dice < 0.75) return () => this.dispute(random.next());
    if (dice < 0.8) return () => this.subscribe(deal, random.pick(['create', 'cancel', 'resume']));
    if (dice < 0.93) return () => this.redeliver(random.next(), random.between(1, 4));
    if (dice < 0.95) return () => this.holdWebhooksBack(random.chance());
    return () => this.look(deal, random.pick(['user/pending-payments', 'user/receipts']));
  }

  private async intent(deal: Deal, type: string, key: number, more: object = {}): Promise<void> {
    const { agreementId, claimToken } = deal.saved;
    const json =
      type === 'contract'
        ? { planType: 'split-second-contract', agreementId, claimToken }
        : { agreementId, type, ...more };
    const secret = await this.keyed(
      deal,
      '/api/create-payment-intent',
      json,
      `${agreementId}-${type}-${key}`,
      key,
    );
    if (secret) (type === 'held_payment' ? deal.escrowSecrets : deal.secrets).push(secret);
  }

  private async transcript(deal: Deal, key: number): Promise<void> {
    const json = { agreementId: deal.saved.agreementId };
    await this.call(deal.owner, 'POST', '/api/request-manual-transcription', json);
    await this.intent(deal, 'manual_transcription', key, { amount: 2 });
  }

  private async escrow(deal: Deal, amount: number, key: number): Promise<void> {
    const { agreementId } = deal.saved;
    const json = { agreementId, amount, sellerEmail: deal.sellerEmail };
    // One key for both amounts: whoever comes second with another one is refused.
    const secret = await this.keyed(
      deal,
      '/api/create-escrow-intent',
      json,
      `${agreementId}-held-${key}`,
      key,
    );
    if (secret) deal.escrowSecrets.push(secret);
  }

  /** At the provider, as the browser does; the card of a few is declined. */
  private async confirm(secrets: readonly string[]): Promise<void> {
    const secret = secrets.at(-1);
    if (secret === undefined) return this.look(this.random.pick(this.deals), 'user/receipts');
    const id = secret.slice(0, secret.indexOf('_secret_'));
    await fetch(`${this.world.system.stripe.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_sandbox' },
      body: new URLSearchParams({
        payment_method: 'pm_card_visa',
        client_secret: secret,
        return_url: `${this.world.system.url}/dashboard`,
      }),
    }).then((answer) => answer.text());
  }

  private async act({ owner, saved }: Deal, what: string): Promise<void> {
    const json = what === 'problem' ? { reason: 'A wheel is missing.' } : {};
    await this.call(owner, 'POST', `/api/escrow/${saved.agreementId}/${what}`, json);
  }

  private async decide({ saved }: Deal, sellerAmount: number): Promise<void> {
    const id = (await this.world.escrowOf(saved.agreementId))?.id;
    if (id === undefined) return;
    const json = { sellerAmount, reason: 'As both have said.' };
    await this.asAdmin('POST', `/api/admin/held-payments/${id}/decide`, json);
  }

  private async cancel({ owner, saved }: Deal): Promise<void> {
    await this.call(owner, 'POST', `/api/agreements/${saved.agreementId}/cancel`, {});
  }

  private async refund({ saved }: Deal): Promise<void> {
    const sql = 'select id from orders where agreement_id = $1 order by id desc limit 1';
    const [order] = await this.world.system.query<{ id: string }>('payments', sql, [saved.agreementId]);
    if (!order) return;
    await this.asAdmin('POST', `/api/admin/payments/${order.id}/refund`, { reason: 'By mistake.' });
  }

  /** A bank takes a charge back or decides about one; what it may not do changes nothing. */
  private async dispute(which: number): Promise<void> {
    const { stripe } = this.world.system;
    const open = stripe.listDisputes().filter(({ status }) => status === 'needs_response');
    const [charge, dispute] = [at(stripe.listCharges(), which), at(open, which)];
    try {
      if (dispute && which > 0.5) stripe.closeDispute(dispute.id, which > 0.75 ? 'won' : 'lost');
      else if (charge) stripe.dispute(charge.id);
    } catch {
      // It is refunded, unpaid or disputed already.
    }
    await this.asAdmin('GET', '/api/admin/ledger');
  }

  private async subscribe({ owner }: Deal, what: 'create' | 'cancel' | 'resume'): Promise<void> {
    if (what !== 'create') {
      await this.call(owner, 'POST', `/api/user/subscription/${what}`, {});
      return;
    }
    const { body } = await this.call(owner, 'POST', '/api/create-subscription', { userId: owner.user.id });
    const secret = (body as { clientSecret?: string }).clientSecret;
    if (secret) await this.confirm([secret]);
  }

  /** Any of the provider's news once more, several times at once, however old it is. */
  private async redeliver(which: number, times: number): Promise<void> {
    const event = at(this.world.system.stripe.listEvents(), which);
    if (!event) return;
    await Promise.all(
      Array.from({ length: times }, async () => {
        await this.world.system.stripe.redeliver(event.id);
        this.answers.push({ call: 'webhook', status: 200, code: null });
      }),
    );
  }

  /** While they are held back only those go out that are sent again: so they come in any order. */
  private async holdWebhooksBack(isHeld: boolean): Promise<void> {
    const { stripe } = this.world.system;
    if (isHeld) stripe.pauseWebhooks();
    else stripe.resumeWebhooks();
    await this.asAdmin('GET', '/api/admin/ledger');
  }

  private async look({ owner }: Deal, what: string): Promise<void> {
    await this.call(owner, 'GET', `/api/${what}`);
  }

  /** Answers the secret to pay with. The last key means none. */
  private async keyed(
    deal: Deal,
    path: string,
    json: object,
    key: string,
    n: number,
  ): Promise<string | null> {
    const header: Record<string, string> = n < KEYS ? { 'idempotency-key': key } : {};
    const { status, body } = await this.call(deal.owner, 'POST', path, json, header);
    const { clientSecret, paymentIntentId } = body as { clientSecret?: string; paymentIntentId?: string };
    if (n < KEYS && status < 400) {
      const name = `${deal.owner.user.id} ${key}`;
      const use = this.keys.get(name) ?? { requests: new Set(), intents: new Set() };
      use.requests.add(JSON.stringify(json));
      if (paymentIntentId) use.intents.add(paymentIntentId);
      this.keys.set(name, use);
    }
    return clientSecret ?? null;
  }

  private async asAdmin(method: string, path: string, json?: object): Promise<void> {
    const { status, text } = await this.world.callAsAdmin(method, path, json);
    this.note(`${method} ${path}`, status, text);
  }

  private async call(
    person: Journey,
    method: string,
    path: string,
    json?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(this.world.system.url + path, {
      method,
      headers: {
        authorization: `Bearer ${person.user.token}`,
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
    const text = await answer.text();
    if (answer.status === 403 && text.includes('"password_required"')) {
      await person.confirmPassword();
      return this.call(person, method, path, json, headers);
    }
    return { status: answer.status, body: this.note(`${method} ${path}`, answer.status, text) };
  }

  private note(call: string, status: number, text: string): unknown {
    const body: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {};
    const { code = null, correlationId } = body as { code?: string; correlationId?: string };
    this.answers.push({
      ...{ call: call.replace(/\d{16}|[0-9a-f-]{36}/, ':id'), status, code },
      ...(status >= 500 && correlationId ? { correlationId } : {}),
    });
    return body;
  }
}

const at = <T>(list: readonly T[], share: number): T | undefined => list[Math.floor(share * list.length)];

async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}
