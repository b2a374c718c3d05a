import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { humanTranscriptOverdue } from '#contracts';
import { HOUR_MS } from '#platform';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually } from '#testing';
import { until } from '../../../libs/platform/test/test-service.js';
import { PayBackLateOrders } from '../src/human-transcripts/human-order-payments.js';
import { anna } from './agreement-events.js';
import { admin, Transcription } from './transcription.harness.js';

interface OrderRow {
  id: string;
  status: string;
  payment_id: string | null;
  paid_at: Date | null;
  due_at: Date | null;
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

describe('paying for a transcript made by a person', () => {
  let openai: OpenAiStandIn;
  let subject: Transcription;

  beforeAll(async () => {
    openai = await startOpenAi({ port: 0 });
    openai.respondWith({ duration: 3, segments: [{ start: 0, end: 1, text: 'Do you a tree?' }] });
    subject = await Transcription.start({
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: openai.apiKey,
      OPENAI_BASE_URL: openai.url,
    });
  }, 180_000);

  afterAll(async () => {
    await subject?.close();
    await openai?.close();
  }, 60_000);

  const row = async (agreementId: string) => {
    const [order] = await subject.rows.query<OrderRow[]>(
      `select id, status, payment_id, paid_at, due_at from human_orders where agreement_id = $1
       order by id desc limit 1`,
      [agreementId],
    );
    return order;
  };
  const reaches = (agreementId: string, status: string) =>
    eventually(
      async () => {
        const order = await row(agreementId);
        if (order?.status !== status) throw new Error(`it is ${order?.status}`);
        return order;
      },
      20_000,
      `an order that is ${status}`,
    );
  const ready = async () => {
    const facts = await subject.paid();
    await subject.reaches(facts, 'done');
    await subject.order(facts.agreementId);
    return facts.agreementId;
  };
  const fulfilment = () => {
    const form = new FormData();
    form.set('reason', 'Transcribed as ordered');
    form.set('text', 'Do you agree? Yes.');
    return form;
  };

  it('told twice starts one clock of 24 hours', async () => {
    const agreementId = await ready();
    const paidAt = hoursAgo(1);
    const paymentId = await subject.tellHumanTranscriptPaid(agreementId, paidAt, 2);
    const order = await reaches(agreementId, 'paid');
    expect(order.payment_id).toBe(paymentId);
    expect(order.paid_at).toEqual(paidAt);
    expect(order.due_at).toEqual(new Date(paidAt.getTime() + 24 * HOUR_MS));
    await subject.quiet();
    expect(await row(agreementId)).toEqual(order);
    const { body } = await subject.order(agreementId);
    expect(body).toMatchObject({ status: 'paid', dueAt: order.due_at?.toISOString() });
    const read = await subject.read(agreementId);
    expect(read.body.humanOrder).toEqual({ status: 'paid', dueAt: order.due_at?.toISOString() });
  });

  it('without an order makes the order', async () => {
    const { agreementId } = await subject.recorded();
    await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(0));
    expect(await reaches(agreementId, 'paid')).toMatchObject({ payment_id: expect.any(String) });
  });

  it('and waiting longer than a day gives the money back, once', async () => {
    const agreementId = await ready();
    const paymentId = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(25));
    const order = await reaches(agreementId, 'refunded');
    await subject.quiet();
    expect(await subject.news(agreementId, humanTranscriptOverdue, 1)).toEqual([
      { agreementId, ownerId: anna.id, orderId: order.id, paymentId },
    ]);
    const late = await subject.fulfil(order.id, fulfilment(), admin);
    expect(late).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('and paid back, told twice, stops its clock: nobody transcribes it any more', async () => {
    const agreementId = await ready();
    const paymentId = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(1));
    const { id } = await reaches(agreementId, 'paid');
    await subject.tellRefunded(agreementId, paymentId, { purpose: 'contract' });
    await subject.tellRefunded(agreementId, paymentId, { times: 2 });
    await reaches(agreementId, 'refunded');
    await subject.rows.query(`update human_orders set due_at = now() - interval '1 hour' where id = $1`, [
      id,
    ]);
    const rounds = jest.spyOn(subject.service.app.get(PayBackLateOrders), 'round');
    await until('two whole rounds', () => rounds.mock.calls.length >= 3);
    rounds.mockRestore();
    await subject.quiet();
    expect(subject.told(agreementId)).not.toContain(humanTranscriptOverdue.name);
    const refused = await subject.fulfil(id, fulfilment(), admin);
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('and paid back before the payment is told never starts a clock', async () => {
    const { agreementId } = await subject.recorded();
    await subject.order(agreementId);
    const paymentId = randomUUID();
    await subject.tellRefunded(agreementId, paymentId);
    await reaches(agreementId, 'refunded');
    await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(1), 1, paymentId);
    await eventually(
      async () => {
        const order = await row(agreementId);
        if (order?.paid_at === null) throw new Error('it is not known to be paid');
        expect(order).toMatchObject({ status: 'refunded', due_at: null, payment_id: paymentId });
      },
      20_000,
      'an order that is known to be paid',
    );
  });

  it('and paid back after the delivery leaves what was delivered', async () => {
    const agreementId = await ready();
    const paymentId = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(1));
    const { id } = await reaches(agreementId, 'paid');
    expect((await subject.fulfil(id, fulfilment(), admin)).status).toBe(200);
    const handled = async () => {
      const [inbox] = await subject.rows.query<{ count: number }[]>(
        `select count(*)::int as count from inbox where consumer = 'stop-human-clock'`,
      );
      return inbox?.count ?? 0;
    };
    const before = await handled();
    await subject.tellRefunded(agreementId, paymentId);
    await until('the refund is handled', async () => (await handled()) > before);
    expect(await row(agreementId)).toMatchObject({ status: 'delivered' });
  });

  describe('that was paid back', () => {
    const paidBack = async () => {
      const agreementId = await ready();
      const paymentId = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(1));
      const { id } = await reaches(agreementId, 'paid');
      await subject.tellRefunded(agreementId, paymentId);
      await reaches(agreementId, 'refunded');
      return { agreementId, paymentId, id };
    };

    it('can be ordered, paid and delivered anew; what is told late of the first payment changes nothing', async () => {
      const { agreementId, paymentId, id } = await paidBack();
      const again = await subject.order(agreementId);
      expect(again).toMatchObject({ status: 201, body: { status: 'requested', dueAt: null } });
      expect(again.body.orderId).not.toBe(id);
      await subject.tellRefunded(agreementId, paymentId);
      await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(1), 1, paymentId);
      await subject.quiet();
      expect(await row(agreementId)).toMatchObject({ status: 'requested', payment_id: null });
      const second = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(0));
      const order = await reaches(agreementId, 'paid');
      expect(order).toMatchObject({ id: again.body.orderId, payment_id: second });
      expect((await subject.fulfil(order.id, fulfilment(), admin)).status).toBe(200);
      await subject.tellRefunded(agreementId, paymentId);
      await subject.quiet();
      expect(await subject.order(agreementId)).toMatchObject({
        ...{ status: 200, body: { status: 'delivered', orderId: order.id } },
      });
      const first = await subject.fulfil(id, fulfilment(), admin);
      expect(first).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    });

    it('and ordered five times at once is one new order', async () => {
      const { agreementId } = await paidBack();
      const answers = await Promise.all(Array.from({ length: 5 }, () => subject.order(agreementId)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
      expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1);
    });

    it('and paid again before it is ordered again is a new order', async () => {
      const { agreementId, id } = await paidBack();
      const paymentId = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(0));
      const order = await reaches(agreementId, 'paid');
      expect(order.id).not.toBe(id);
      expect(order.payment_id).toBe(paymentId);
      expect(await subject.order(agreementId)).toMatchObject({ status: 200, body: { orderId: order.id } });
    });
  });

  describe('anew while the money of the first payment is on its way back', () => {
    const first = async () => {
      const agreementId = await ready();
      const paymentId = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(5));
      const { id } = await reaches(agreementId, 'paid');
      return { agreementId, paymentId, id };
    };
    const isPaidWith = (agreementId: string, paymentId: string) =>
      eventually(
        async () => {
          const order = await row(agreementId);
          if (order?.payment_id !== paymentId) throw new Error(`it is paid with ${order?.payment_id}`);
          return order;
        },
        20_000,
        'an order of this payment',
      );
    const statusOf = async (paymentId: string) => {
      const rows = await subject.rows.query<{ status: string }[]>(
        'select status from human_orders where payment_id = $1',
        [paymentId],
      );
      return rows.map(({ status }) => status);
    };

    it('is an order of its own, with a clock of its own; the refund, told afterwards, stops the first', async () => {
      const { agreementId, paymentId, id } = await first();
      const paidAt = hoursAgo(1);
      const second = await subject.tellHumanTranscriptPaid(agreementId, paidAt, 2);
      const order = await isPaidWith(agreementId, second);
      expect(order).toMatchObject({ status: 'paid', due_at: new Date(paidAt.getTime() + 24 * HOUR_MS) });
      expect(order.id).not.toBe(id);
      const refused = await subject.fulfil(id, fulfilment(), admin);
      expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
      await subject.tellRefunded(agreementId, paymentId, { times: 2 });
      await subject.quiet();
      expect(await statusOf(paymentId)).toEqual(['refunded']);
      expect(await row(agreementId)).toEqual(order);
      expect(await subject.order(agreementId)).toMatchObject({ status: 200, body: { orderId: order.id } });
      expect((await subject.fulfil(order.id, fulfilment(), admin)).status).toBe(200);
    });

    it('and told before the first payment stays the one that counts', async () => {
      const agreementId = await ready();
      const second = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(1));
      const order = await isPaidWith(agreementId, second);
      const paymentId = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(5));
      await subject.quiet();
      await subject.tellRefunded(agreementId, paymentId);
      await subject.quiet();
      expect(await statusOf(paymentId)).toEqual(['refunded']);
      expect(await subject.order(agreementId)).toMatchObject({
        ...{ status: 200, body: { orderId: order.id, status: 'paid' } },
      });
    });

    it('and after the delivery leaves what was delivered with its payment', async () => {
      const { agreementId, paymentId, id } = await first();
      expect((await subject.fulfil(id, fulfilment(), admin)).status).toBe(200);
      const second = await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(1));
      const order = await isPaidWith(agreementId, second);
      expect(order).toMatchObject({ status: 'paid' });
      await subject.tellRefunded(agreementId, paymentId);
      await subject.quiet();
      expect(await statusOf(paymentId)).toEqual(['delivered']);
    });
  });

  it('and delivery in time keeps it', async () => {
    const agreementId = await ready();
    await subject.tellHumanTranscriptPaid(agreementId, hoursAgo(23.9));
    const order = await reaches(agreementId, 'paid');
    expect((await subject.fulfil(order.id, fulfilment(), admin)).status).toBe(200);
    await subject.rows.query(`update human_orders set due_at = now() - interval '1 hour' where id = $1`, [
      order.id,
    ]);
    const rounds = jest.spyOn(subject.service.app.get(PayBackLateOrders), 'round');
    // One after the other: when the third begins, two are over.
    await until('two whole rounds', () => rounds.mock.calls.length >= 3);
    rounds.mockRestore();
    await subject.quiet();
    expect((await row(agreementId))?.status).toBe('delivered');
    expect(subject.told(agreementId)).not.toContain(humanTranscriptOverdue.name);
  });
});
