import type Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { type EscrowChange, type EscrowChanged, isMailed, newAgreementId } from '#contracts';
import { DAY_MS, type Principal, visitor } from '#platform';
import { eventually } from '#testing';
import { EscrowLinks } from '../src/connect/escrow-links.js';
import { EscrowEntity } from '../src/escrow/escrow.entities.js';
import { FollowEscrows, RunEscrowDeadlines } from '../src/escrow/escrow.schedules.js';
import { type Answer, admin, anna, Payments } from './payments.harness.js';

export interface View {
  code?: string;
  state: string;
  role: string;
  actions: string[];
  steps: { by: string; change: string; state: string; note: string | null }[];
  [name: string]: unknown;
}

/** One escrow of Anna's to a seller outside of the agreement. */
export interface EscrowCase {
  id: string;
  agreementId: string;
  intentId: string;
  key: string;
}

/** Escrows as their people use them, on top of the service. */
export class Escrows {
  private sellers = 0;

  constructor(readonly payments: Payments) {}

  /** The service with a seller who has set up payouts. */
  static async start(
    ...options: Parameters<typeof Payments.start>
  ): Promise<{ payments: Payments; escrows: Escrows; seller: string }> {
    const payments = await Payments.start(...options);
    const escrows = new Escrows(payments);
    return { payments, escrows, seller: await escrows.readySeller() };
  }

  /** How much, in cents, each account of the ledger changed by this work. */
  async moved(work: () => Promise<void>): Promise<Record<string, number>> {
    // What an earlier payment still settles would count as moved by this work.
    await this.payments.quiet();
    const before = await this.payments.ledger();
    await work();
    const after = await this.payments.ledger();
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const moved = names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
    return Object.fromEntries(moved.filter(([, cents]) => cents !== 0));
  }

  newSeller(): string {
    this.sellers += 1;
    return `seller${this.sellers}-${newAgreementId()}@example.test`;
  }

  create(agreementId: string, sellerEmail: string, amount = 100, caller: Principal = anna) {
    return this.payments.post('/api/create-escrow-intent', { agreementId, amount, sellerEmail }, caller);
  }

  async row(agreementId: string): Promise<EscrowEntity> {
    return this.payments.service.app
      .get(DataSource)
      .manager.findOneOrFail(EscrowEntity, { where: { agreementId }, order: { id: 'desc' } });
  }

  /** A seller who has set up payouts, for an agreement that asks for them. */
  async readySeller(): Promise<string> {
    const seller = this.newSeller();
    const agreementId = this.payments.agreement('split-second-contract', 'completed');
    await this.create(agreementId, seller);
    await this.onboard(seller);
    return seller;
  }

  async onboard(email: string): Promise<void> {
    const answer = await this.payments.post<{ onboardingUrl: string }>('/api/create-connect-account', {
      userId: anna.id,
      email,
    });
    if (answer.status !== 200) throw new Error(`create-connect-account answered ${answer.text}`);
    await this.finishOnboarding(answer.body.onboardingUrl);
    await this.payments.deliverEvents();
  }

  /** What the seller does behind the address. */
  async finishOnboarding(url: string): Promise<string | null> {
    const opened = await fetch(url, { redirect: 'manual' });
    const form = new URL(opened.headers.get('location') ?? '', url);
    const body = new URLSearchParams({ outcome: 'finished' });
    const done = await fetch(form, { method: 'POST', body, redirect: 'manual' });
    return done.headers.get('location');
  }

  async open(seller: string, amount = 100): Promise<EscrowCase> {
    const agreementId = this.payments.agreement('split-second-contract', 'completed');
    const { status, body, text } = await this.create(agreementId, seller, amount);
    if (status !== 200) throw new Error(`create-escrow-intent answered ${status} ${text}`);
    const escrow = await this.row(agreementId);
    const key = this.payments.service.app.get(EscrowLinks).key(escrow);
    return { id: escrow.id, agreementId, intentId: String(body.paymentIntentId), key };
  }

  async hold(seller: string, amount = 100): Promise<EscrowCase> {
    const escrow = await this.open(seller, amount);
    await this.payments.pay(escrow.intentId);
    await this.tellAll([escrow.intentId]);
    return escrow;
  }

  /** Delivers the events about PaymentIntents and waits until the work is done. */
  async tellAll(intentIds: readonly string[]): Promise<void> {
    for (const intentId of intentIds) {
      const body = this.payments.eventsAbout(intentId).at(-1);
      if (body !== undefined) await this.payments.deliver(body);
    }
    await this.payments.quiet();
  }

  view({ agreementId }: Pick<EscrowCase, 'agreementId'>, caller: Principal = anna): Promise<Answer<View>> {
    return this.payments.get<View>(`/api/escrow/${agreementId}`, caller);
  }

  viewAsSeller({ agreementId, key }: EscrowCase): Promise<Answer<View>> {
    return this.payments.get<View>(`/api/escrow/${agreementId}?key=${key}`, visitor);
  }

  buyer({ agreementId }: EscrowCase, step: string, body: object = {}): Promise<Answer<View>> {
    return this.payments.post<View>(`/api/escrow/${agreementId}/${step}`, body);
  }

  seller({ agreementId, key }: EscrowCase, step: string, body: object = {}): Promise<Answer<View>> {
    return this.payments.post<View>(`/api/escrow/${agreementId}/${step}?key=${key}`, body, visitor);
  }

  decide({ id }: EscrowCase, sellerAmount: number): Promise<Answer<View>> {
    const body = { sellerAmount, reason: 'Half of it was delivered' };
    return this.payments.post<View>(`/api/admin/held-payments/${id}/decide`, body, admin);
  }

  async runClocks(): Promise<void> {
    await this.payments.service.app.get(RunEscrowDeadlines).round(new AbortController().signal);
    await this.payments.quiet();
  }

  async lookAgain(): Promise<void> {
    await this.payments.service.app.get(FollowEscrows).round(new AbortController().signal);
    await this.payments.quiet();
  }

  /**
   * As after the last attempt: nobody moves the money any more, and nobody is about to. A job that is at work keeps the row
   * for moments, and a round passes over such rows.
   */
  async giveUp({ id }: EscrowCase): Promise<void> {
    const { rows } = this.payments;
    const about = `payload ->> 'heldPaymentId' = $1`;
    const lookForWork = async () => {
      await rows.query(
        `update jobs set status = 'failed', finished_at = now() where status = 'queued' and ${about}`,
        [id],
      );
      const open = await rows.query<unknown[]>(
        `select 1 from jobs where status in ('queued', 'running') and ${about}`,
        [id],
      );
      if (open.length > 0) throw new Error('a job is at work');
    };
    await eventually(lookForWork, 10_000, 'the end of all attempts');
  }

  inDays(days: number): Promise<void> {
    return this.payments.setClock(new Date(Date.now() + days * DAY_MS));
  }

  transfers({ id }: EscrowCase): Stripe.Transfer[] {
    return this.payments.stripe.listTransfers().filter(({ transfer_group }) => transfer_group === id);
  }

  refunds({ intentId }: EscrowCase): Stripe.Refund[] {
    return this.payments.stripe.listRefunds().filter(({ payment_intent }) => payment_intent === intentId);
  }

  /** Cents on the accounts of one escrow, and of everything. */
  async books({ id }: EscrowCase): Promise<{ escrow: number; chargebacks: number; sum: number }> {
    const ledger = await this.payments.ledger();
    const sum = Object.values(ledger).reduce((total, cents) => total + cents, 0);
    return { escrow: ledger[`held:${id}`] ?? 0, chargebacks: ledger[`chargebacks:${id}`] ?? 0, sum };
  }

  /** What people are mailed of, in order. */
  changes({ id }: EscrowCase): EscrowChange[] {
    const changes = this.payments.tap.about(id).map(({ data }) => (data as EscrowChanged).change);
    return changes.filter(isMailed);
  }
}
