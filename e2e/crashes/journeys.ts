import { readFile } from 'node:fs/promises';
import { DAY_MS, HOUR_MS } from '#platform';
import { type Journey, PartyB, type Saved } from '#testing';
import { type EscrowIntent, onboard } from '../money/payer.js';
import { stripeOf } from '../stripe-sdk.js';
import { done, type World } from './world.js';

/** What payments calls an escrow in Stripe's metadata. */
const ESCROW_ID = 'heldPaymentId';

/** What somebody does with the product; resolves when all that it should lead to has come. */
type Scenario = (world: World) => Promise<void>;

/** The old password is wrong for who has changed it already. */
const isDoneBefore = (status: number): boolean => status === 403;

const PASSWORDS = ['three brown horses', 'seven white swans', 'two red foxes hide'] as const;

/** A contract of party A alone, with a photo, a transcript by a person, a ticket, and the money back. */
const direct: Scenario = async (world) => {
  const anna = await world.someone();
  const saved = await world.save(anna, {}, world.photo);
  await world.pay(anna, saved);
  await world.reaches(saved.agreementId, 'completed');
  const { agreementId } = saved;
  await confirmAndObject(world, anna, agreementId);
  await world.persist(() =>
    fetch(`${anna.url}/api/agreements/${agreementId}/transcript/export?format=srt`, {
      headers: { authorization: `Bearer ${anna.user.token}` },
    }),
  );
  const orderId = await orderTranscript(world, anna, agreementId);
  await world.until(async () => (await humanOrderStatus(world, orderId)) === 'paid', 'a paid transcript');
  await fulfil(world, orderId);
  await anna.ask('POST', '/api/request-customer-service', { json: { agreementId } });
  await world.asAdmin('GET', `/api/admin/download-audio/${agreementId}?reason=Asked+for+help`);
  await refund(world, agreementId);
};

/** Party B answers from afar, with a code. */
const remote: Scenario = async (world) => {
  const { anna, saved, ben } = await invited(world);
  await world.persist(() => ben.view());
  await world.persist(() => ben.sendLink());
  await world.persist(() => ben.sendCode());
  const code = await world.mailed(anna.emailB, /^ {4}(\d{6})$/m);
  // Used already, if the answer was lost: the link from the mail is as good.
  await world.persist(
    () => ben.confirmCode(code),
    (status) => status === 410,
  );
  await world.persist(() => ben.consent(world.agreed));
  await world.reaches(saved.agreementId, 'completed');
};

/** Party B says no; the credit pays for another contract. */
const declined: Scenario = async (world) => {
  const { anna, saved, ben } = await invited(world);
  await world.persist(() => ben.view());
  await world.persist(() => ben.decline('We said Monday.'));
  await world.reaches(saved.agreementId, 'cancelled');
  await world.until(async () => {
    const sql = 'select 1 from credits where user_id = $1';
    return (await world.system.query('payments', sql, [anna.user.id])).length > 0;
  }, 'a credit');
  const other = await world.save(anna);
  await done(anna.createPaymentIntent(other));
  await world.reaches(other.agreementId, 'completed');
};

/** Begun to be paid, and cancelled. */
const dropped: Scenario = async (world) => {
  const anna = await world.someone();
  const saved = await world.save(anna, {}, world.photo);
  await anna.createPaymentIntent(saved);
  await done(anna.ask('POST', `/api/agreements/${saved.agreementId}/cancel`, { json: {} }));
  await world.contentGoes(saved.agreementId);
};

/** A long recording that arrives in parts, another recording of it, and the payment. */
const pieces: Scenario = async (world) => {
  const anna = await world.someone();
  const upload = await anna.ask<{ recordingId: string; uploadToken: string }>('POST', '/api/recordings');
  const bytes = await readFile(world.spoken);
  const half = Math.floor(bytes.length / 2);
  const headers = { 'x-upload-token': upload.uploadToken };
  for (const [n, part] of [bytes.subarray(0, half), bytes.subarray(half)].entries()) {
    await world.persist(() =>
      fetch(`${anna.url}/api/recordings/${upload.recordingId}/chunks/${n}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: part,
      }),
    );
  }
  let saved: Saved | undefined;
  let refusal = '';
  await world.persist(async () => {
    const form = new FormData();
    const data = {
      ...{ partyAName: 'Anna Miller', partyAEmail: anna.emailA, partyBName: 'Ben Carter' },
      ...{ partyBEmail: anna.emailB, agreementAmount: '2000', temporary: true },
      planType: 'split-second-contract',
    };
    form.set('agreementData', JSON.stringify(data));
    form.set('chunks', '2');
    const answer = await fetch(`${anna.url}/api/recordings/${upload.recordingId}/finalize`, {
      method: 'POST',
      headers,
      body: form,
    });
    if (answer.ok) saved = (await answer.json()) as Saved;
    else refusal = await answer.text();
    return answer;
  });
  if (!saved) throw new Error(`the parts became no agreement: ${refusal}`);
  await anna.createPaymentIntent(saved);
  const { agreementId } = saved;
  await world.persist(() => {
    const form = new FormData();
    form.set('agreementId', agreementId);
    // A byte more is another recording.
    form.set('audio', new Blob([bytes, Buffer.alloc(2)]), 'recording.wav');
    return fetch(`${anna.url}/api/transcribe`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.user.token}`, prefer: 'respond-async' },
      body: form,
    });
  });
  // Paid before its words are there, it would be heard as a paid one alone.
  await world.isHeard(agreementId);
  await world.pay(anna, saved);
  await world.reaches(agreementId, 'completed');
};

const released: Scenario = async (world) => {
  const { anna, agreementId } = await heldEscrow(world, 1000);
  await act(anna, agreementId, 'release');
  await world.escrowReaches(agreementId, 'released');
};

const divided: Scenario = async (world) => {
  const { anna, agreementId } = await heldEscrow(world, 100);
  await act(anna, agreementId, 'problem', { reason: 'A wheel is missing.' });
  const id = (await world.escrowOf(agreementId))?.id;
  const decision = { sellerAmount: 60, reason: 'The wheel costs forty dollars.' };
  await world.asAdmin('POST', `/api/admin/held-payments/${id}/decide`, decision);
  await world.escrowReaches(agreementId, 'resolved');
};

const givenBack: Scenario = async (world) => {
  const { agreementId, key } = await heldEscrow(world, 80);
  await act(world.visitor(), agreementId, `refund?key=${encodeURIComponent(key)}`);
  await world.escrowReaches(agreementId, 'refunded');
};

/** The buyer's bank takes the money back, and loses. */
const charged: Scenario = async (world) => {
  const { anna, agreementId, paymentIntentId } = await heldEscrow(world, 300);
  const { id } = world.system.stripe.dispute(paymentIntentId);
  await world.escrowReaches(agreementId, 'disputed');
  // A bank decides days later: what we know lies beside the dispute by then.
  await world.until(async () => {
    const dispute = world.system.stripe.listDisputes().find((one) => one.id === id);
    return dispute?.evidence_details.has_evidence === true;
  }, 'the evidence beside the dispute');
  world.system.stripe.closeDispute(id, 'won');
  await world.until(async () => {
    const sql = 'select chargeback from escrows where agreement_id = $1';
    const [row] = await world.system.query<{ chargeback: string | null }>('payments', sql, [agreementId]);
    return row?.chargeback !== 'open';
  }, 'the end of the dispute');
  await anna.ask('GET', `/api/escrow/${agreementId}`);
};

/** A contract that is cancelled before its escrow was paid, which somebody pays all the same. */
const late: Scenario = async (world) => {
  const { anna, saved } = await invited(world);
  const { agreementId } = saved;
  await beginEscrow(world, anna, agreementId, 50);
  await done(anna.ask('POST', `/api/agreements/${agreementId}/cancel`, { json: {} }));
  await world.escrowReaches(agreementId, 'failed');
  const intent = await stripeOf(world.system).paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    metadata: { [ESCROW_ID]: (await world.escrowOf(agreementId))?.id ?? '', agreementId },
  });
  await world.confirm(intent.client_secret ?? '');
  await world.until(
    async () => world.system.stripe.listRefunds().some((one) => one.payment_intent === intent.id),
    'the refund of a late payment',
  );
};

/** Everything about an account and its tickets. */
const account: Scenario = async (world) => {
  const carl = await world.someone();
  // Proof of it goes out once more when the address is confirmed.
  const { agreementId } = await world.paidContract(carl);
  await world.reaches(agreementId, 'completed');
  const change = { currentPassword: PASSWORDS[0], newPassword: PASSWORDS[1] };
  await world.persist(() => carl.call('PATCH', '/api/auth/change-password', { json: change }), isDoneBefore);
  const verify = async (address: string) => {
    const token = await world.mailed(address, /verify-address\?token=([\w.%-]+)/);
    await world.persist(() => carl.call('POST', '/api/auth/verify-address', { json: { token } }));
  };
  await world.persist(() => carl.call('POST', '/api/auth/verify-address/resend'));
  await verify(carl.emailA);
  const email = `carl.${world.mark()}@example.test`;
  await world.persist(() =>
    carl.call('PATCH', '/api/auth/profile', { json: { username: 'Carl Holm', email } }),
  );
  await verify(email);
  await carl.ask('POST', '/api/auth/forgot-password', { json: { email } });
  const token = await world.mailed(email, /reset-password\?token=([\w.%-]+)/);
  await world.persist(() =>
    carl.call('POST', '/api/auth/reset-password', { json: { token, newPassword: PASSWORDS[2] } }),
  );
  for (const what of ['disable', 'enable']) {
    await world.asAdmin('POST', `/api/admin/users/${carl.user.id}/${what}`, { reason: 'As asked for' });
  }
  const json = {
    ...{ name: 'Carl Holm', email, issueType: 'audio_recording', message: 'I cannot hear it.' },
    timestamp: new Date().toISOString(),
  };
  // The new password has ended his sessions.
  const { ticketNumber } = await world
    .visitor()
    .ask<{ ticketNumber: string }>('POST', '/api/contact', { json });
  await world.asAdmin('POST', `/api/admin/tickets/${ticketNumber}/answer`, { message: 'Please turn it up.' });
};

/** What goes on when time passes: each part begins now and says what must have come after which time. */
class Waiting {
  private constructor(
    private readonly world: World,
    private readonly lateOrder: string,
    private readonly bounced: string,
    private readonly delivered: string,
    private readonly unpaidEscrow: string,
    private readonly silent: string,
    private readonly unpaid: string,
    private readonly subscriber: Journey,
  ) {}

  static async begin(world: World): Promise<Waiting> {
    const [lateOrder, bounced, delivered, unpaidEscrow, silent, unpaid, subscriber] = await Promise.all([
      named(lateTranscript, world),
      named(bouncedRefund, world),
      named(deliveredDeal, world),
      named(unpaidDeal, world),
      named(silentPartyB, world),
      named(unpaidContract, world),
      named(subscription, world),
    ]);
    return new Waiting(world, lateOrder, bounced, delivered, unpaidEscrow, silent, unpaid, subscriber);
  }

  async pass(): Promise<void> {
    const { world } = this;
    // Silence pays the seller only where the buyer was mailed of the clock.
    await world.system.drain();
    await world.later(25 * HOUR_MS);
    await world.escrowReaches(this.delivered, 'released');
    await world.until(
      async () => (await humanOrderStatus(world, this.lateOrder)) === 'refunded',
      'the money back for a late transcript',
    );
    await orderReaches(world, this.bounced, 'refunded');
    await world.system.drain();
    await world.later(9 * DAY_MS);
    await world.escrowReaches(this.unpaidEscrow, 'failed');
    await this.isOver(this.silent, 'remind-10');
    await world.later(3 * DAY_MS);
    await this.isOver(this.silent, 'remind-13');
    await world.later(11 * DAY_MS);
    await this.isOver(this.silent, 'access-warning-7');
    await this.isOver(this.unpaid, 'unpaid-warning-1');
    await world.later(5 * DAY_MS);
    await this.isOver(this.silent, 'link-end');
    await this.isOver(this.unpaid, 'unpaid-warning-2');
    await world.system.drain();
    await world.later(3 * DAY_MS);
    await world.contentGoes(this.unpaid);
    await world.contentGoes(this.silent);
    await this.receipts(2);
    await this.subscriber.ask('POST', '/api/user/subscription/cancel');
    await world.system.drain();
    await world.later(32 * DAY_MS);
    await world.until(async () => (await this.subscriptionStatus()) === 'canceled', 'its end');
  }

  private receipts(count: number): Promise<void> {
    const sql = `select 1 from receipts where purpose = 'subscription' and user_id = $1`;
    return this.world.until(
      async () => (await this.world.system.query('payments', sql, [this.subscriber.user.id])).length >= count,
      'the renewal of a subscription',
    );
  }

  private async subscriptionStatus(): Promise<string | undefined> {
    const sql = 'select status from subscriptions where user_id = $1';
    const { id } = this.subscriber.user;
    return (await this.world.system.query<{ status: string }>('payments', sql, [id]))[0]?.status;
  }

  /** Until a deadline of an agreement has passed and what it asks for is done. */
  private isOver(agreementId: string, kind: string): Promise<void> {
    const sql = 'select 1 from deadlines where agreement_id = $1 and kind = $2 and done_at is not null';
    return this.world.until(
      async () => (await this.world.system.query('agreements', sql, [agreementId, kind])).length > 0,
      `the deadline ${kind}`,
    );
  }
}

/** The machine fails at a transcript; nobody else may ask for one in that moment. */
const failing: Scenario = async (world) => {
  const anna = await world.someone();
  const saved = await world.save(anna);
  world.hear(null);
  await world.pay(anna, saved);
  const sql = `select 1 from transcripts where agreement_id = $1 and stage = 'failed'`;
  await world.until(
    async () => (await world.system.query('transcription', sql, [saved.agreementId])).length > 0,
    'a transcript that failed',
  );
  world.hear();
  const orderId = await orderTranscript(world, anna, saved.agreementId);
  await world.until(async () => (await humanOrderStatus(world, orderId)) === 'paid', 'a paid transcript');
  await fulfil(world, orderId);
  await world.reaches(saved.agreementId, 'completed');
};

/** Has people do something; an error says what they were at, and what was behind it. */
function named<T>(journey: (world: World) => Promise<T>, world: World): Promise<T> {
  return journey(world).catch((error: unknown) => {
    throw new Error(`${journey.name}: ${withCauses(error)}`, { cause: error });
  });
}

function withCauses(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? String(error) : `${String(error)} (${withCauses(cause)})`;
}

/** Everything that people do, side by side; then what time brings. */
export async function allJourneys(world: World): Promise<void> {
  const together = [
    ...[direct, remote, declined, dropped, pieces, released, divided],
    ...[givenBack, charged, late, account],
  ];
  const waiting = Waiting.begin(world);
  const ended = await Promise.allSettled([waiting, ...together.map((journey) => named(journey, world))]);
  const reasons = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  if (reasons.length > 0) throw new Error(reasons.join('\n'));
  await world.system.drain(120_000);
  await named(failing, world);
  await (await waiting).pass();
}

/** Party B says over the code that party A shows that it was them, and with the link of the mail that it was, and was not. */
async function confirmAndObject(world: World, anna: Journey, agreementId: string): Promise<void> {
  const path = `/api/agreements/remote/${agreementId}/confirmation`;
  const say = (key: string, answer: 'yes' | 'no') =>
    world.persist(() =>
      fetch(anna.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key, answer }),
      }),
    );
  const { url } = await anna.ask<{ url: string }>('POST', `/api/agreements/${agreementId}/confirmation-link`);
  await say(new URL(url).searchParams.get('key') ?? '', 'yes');
  const key = await world.mailed(anna.emailB, new RegExp(`/confirm/${agreementId}\\?key=([\\w.%-]+)`));
  await say(key, 'yes');
  await say(key, 'no');
}

async function invited(world: World): Promise<{ anna: Journey; saved: Saved; ben: PartyB }> {
  const anna = await world.someone();
  const saved = await world.paidContract(anna, { isRemoteContract: true });
  const key = await world.mailed(
    anna.emailB,
    new RegExp(`/remote-contract/${saved.agreementId}\\?key=([\\w.%-]+)`),
  );
  return { anna, saved, ben: new PartyB(world.system.url, { agreementId: saved.agreementId, key }) };
}

/** Orders a transcript by a person and pays for it; answers the order's id. */
async function orderTranscript(world: World, anna: Journey, agreementId: string): Promise<string> {
  const { orderId } = await anna.ask<{ orderId: string }>('POST', '/api/request-manual-transcription', {
    json: { agreementId },
  });
  const json = { agreementId, type: 'manual_transcription', amount: 2 };
  const intent = await done(
    anna.ask<{ clientSecret: string }>('POST', '/api/create-payment-intent', { json }),
  );
  if (intent) await world.confirm(intent.clientSecret);
  return orderId;
}

async function humanOrderStatus(world: World, orderId: string): Promise<string | undefined> {
  const sql = 'select status from human_orders where id = $1';
  return (await world.system.query<{ status: string }>('transcription', sql, [orderId]))[0]?.status;
}

async function fulfil(world: World, orderId: string): Promise<void> {
  const form = new FormData();
  form.set('reason', 'Transcribed as ordered');
  form.set('text', 'I sell you the green car.');
  await world.asAdmin('POST', `/api/admin/manual-transcriptions/${orderId}/fulfil`, form);
}

const act = (person: Journey, agreementId: string, what: string, json: object = {}) =>
  done(person.ask('POST', `/api/escrow/${agreementId}/${what}`, { json }));

/** Asks for an escrow whose seller then sets up payouts. Answers the seller's key. */
async function beginEscrow(
  world: World,
  anna: Journey,
  agreementId: string,
  amount: number,
): Promise<{ key: string; begin: () => Promise<(EscrowIntent & { paymentIntentId: string }) | null> }> {
  const sellerEmail = `seller.${world.mark()}@example.test`;
  const begin = () =>
    done(
      anna.ask<EscrowIntent & { paymentIntentId: string }>('POST', '/api/create-escrow-intent', {
        json: { agreementId, amount, sellerEmail },
      }),
    );
  await begin();
  const key = await world.mailed(
    sellerEmail,
    new RegExp(`/escrow\\?agreementId=${agreementId}&key=([\\w.%-]+)`),
  );
  const path = `/api/escrow/${agreementId}/onboarding?key=${encodeURIComponent(key)}`;
  const { onboardingUrl } = await world.visitor().ask<{ onboardingUrl: string }>('POST', path, { json: {} });
  await onboard(onboardingUrl);
  await world.escrowReaches(agreementId, 'requires_payment');
  await begin();
  return { key, begin };
}

async function heldEscrow(world: World, amount: number) {
  const anna = await world.someone();
  const { agreementId } = await world.paidContract(anna);
  const { key, begin } = await beginEscrow(world, anna, agreementId, amount);
  const intent = await begin();
  if (!intent) throw new Error('the escrow cannot be paid');
  await world.confirm(intent.clientSecret ?? '');
  await world.escrowReaches(agreementId, 'held');
  return { anna, agreementId, key, paymentIntentId: intent.paymentIntentId };
}

async function lateTranscript(world: World): Promise<string> {
  const anna = await world.someone();
  const { agreementId } = await world.paidContract(anna);
  await world.reaches(agreementId, 'completed');
  return orderTranscript(world, anna, agreementId);
}

/** Has an administrator pay a contract back; answers the PaymentIntent. */
async function refund(world: World, agreementId: string): Promise<string> {
  const sql = `select id, payment_intent_id as intent from orders where agreement_id = $1 and purpose = 'contract'`;
  const [order] = await world.system.query<{ id: string; intent: string }>('payments', sql, [agreementId]);
  await world.asAdmin('POST', `/api/admin/payments/${order?.id}/refund`, { reason: 'By mistake.' });
  await orderReaches(world, agreementId, 'refunded');
  return order?.intent ?? '';
}

function orderReaches(world: World, agreementId: string, status: string): Promise<void> {
  const sql = `select 1 from orders where agreement_id = $1 and purpose = 'contract' and status = $2`;
  return world.until(
    async () => (await world.system.query('payments', sql, [agreementId, status])).length > 0,
    `an order ${status}`,
  );
}

/** Money that went back and that the buyer's bank sent to us again. */
async function bouncedRefund(world: World): Promise<string> {
  const anna = await world.someone();
  const { agreementId } = await world.paidContract(anna);
  const intent = await refund(world, agreementId);
  const made = world.system.stripe.listRefunds().find((one) => one.payment_intent === intent);
  world.system.stripe.endRefund(made?.id ?? '', 'failed');
  await orderReaches(world, agreementId, 'refunding');
  return agreementId;
}

async function deliveredDeal(world: World): Promise<string> {
  const { agreementId, key } = await heldEscrow(world, 2000);
  const seller = world.visitor();
  await world.persist(() => seller.call('POST', `/api/escrow/${agreementId}/send-link`, { json: {} }));
  await act(seller, agreementId, `delivered?key=${encodeURIComponent(key)}`);
  await world.escrowReaches(agreementId, 'release_due');
  return agreementId;
}

async function unpaidDeal(world: World): Promise<string> {
  const anna = await world.someone();
  const { agreementId } = await world.paidContract(anna);
  await beginEscrow(world, anna, agreementId, 60);
  return agreementId;
}

async function silentPartyB(world: World): Promise<string> {
  const { saved } = await invited(world);
  return saved.agreementId;
}

async function unpaidContract(world: World): Promise<string> {
  const anna = await world.someone();
  const saved = await world.save(anna);
  await anna.createPaymentIntent(saved);
  return saved.agreementId;
}

async function subscription(world: World): Promise<Journey> {
  const anna = await world.someone();
  const json = { userId: anna.user.id };
  const created = await done(
    anna.ask<{ clientSecret: string }>('POST', '/api/create-subscription', { json }),
  );
  if (created) await world.confirm(created.clientSecret);
  const sql = `select 1 from subscriptions where user_id = $1 and status = 'active'`;
  await world.until(
    async () => (await world.system.query('payments', sql, [anna.user.id])).length > 0,
    'a subscription',
  );
  const saved = await world.save(anna);
  await done(anna.createPaymentIntent(saved));
  await world.reaches(saved.agreementId, 'completed');
  return anna;
}
