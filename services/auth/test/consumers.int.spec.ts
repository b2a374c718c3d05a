import { randomUUID } from 'node:crypto';
import { agreementPaid, newAgreementId, type SubscriptionChange, subscriptionChanged } from '#contracts';
import { Publisher } from '#messaging';
import { eventually } from '#testing';
import { AuthUnderTest, otherService } from './auth-under-test.js';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await AuthUnderTest.start();
}, 120_000);

afterAll(async () => {
  await auth?.stop();
}, 60_000);

const paidBy = (ownerId: number) =>
  auth.event(agreementPaid, {
    agreementId: newAgreementId(),
    recordingId: randomUUID(),
    ownerId,
    status: 'processing',
    paidAt: '2026-11-21T10:00:00.000Z',
  });

const subscriptionOf = (userId: number, change: SubscriptionChange, occurredAt: string) =>
  auth.event(
    subscriptionChanged,
    {
      subscriptionId: randomUUID(),
      userId,
      change,
      plan: change === 'ended' ? null : 'monthly',
      amountCents: 2000,
      currency: 'usd',
      periodEnd: '2026-12-21T10:00:00.000Z',
    },
    occurredAt,
  );

const shown = async (principal: { id: number }) =>
  (
    await auth.query<{ usage: number; plan: string | null }>(
      'select usage_count as usage, subscription_plan as plan from users where id = $1',
      [principal.id],
    )
  )[0];

describe('a paid contract', () => {
  it('delivered twice counts once; the next one counts again', async () => {
    const member = await auth.member();
    const event = paidBy(member.id);
    await auth.deliver(event, 'count-usage');
    await auth.deliver(event, 'count-usage');
    await auth.deliver(paidBy(member.id), 'count-usage');
    expect(await shown(member)).toMatchObject({ usage: 2 });
    const { body } = await auth.call('GET', '/api/auth/user', { principal: member.principal });
    expect(body).toMatchObject({ usageCount: 2 });
  });

  it('of many at once counts each', async () => {
    const member = await auth.member();
    await Promise.all(Array.from({ length: 12 }, () => auth.deliver(paidBy(member.id), 'count-usage')));
    expect(await shown(member)).toMatchObject({ usage: 12 });
  });

  it('of an account that does not exist is kept among the dead letters', async () => {
    const event = paidBy(7);
    await auth.service.app.get(Publisher).publish(event);
    const letter = await eventually(
      async () => {
        const found = await auth.query(
          'select handler, subject, reason from dead_letters where message_id = $1',
          [event.id],
        );
        if (!found[0]) throw new Error('not there');
        return found[0];
      },
      10_000,
      'a dead letter',
    );
    expect(letter).toEqual({
      handler: auth.queue('count-usage'),
      subject: event.data.agreementId,
      reason: expect.stringContaining('an account that does not exist'),
    });
  });
});

describe('a subscription', () => {
  it('shows on the account from its start to its end, each told twice', async () => {
    const member = await auth.member();
    const started = subscriptionOf(member.id, 'started', '2026-11-21T10:00:00.000Z');
    await auth.deliver(started, 'show-plan');
    await auth.deliver(started, 'show-plan');
    expect(await shown(member)).toMatchObject({ plan: 'monthly' });
    const ended = subscriptionOf(member.id, 'ended', '2026-12-21T10:00:00.000Z');
    await auth.deliver(ended, 'show-plan');
    await auth.deliver(ended, 'show-plan');
    expect(await shown(member)).toMatchObject({ plan: null });
  });

  it('is not changed by older events that come late', async () => {
    const member = await auth.member();
    await auth.deliver(subscriptionOf(member.id, 'ended', '2026-12-21T10:00:00.000Z'), 'show-plan');
    await auth.deliver(subscriptionOf(member.id, 'started', '2026-11-21T10:00:00.000Z'), 'show-plan');
    expect(await shown(member)).toMatchObject({ plan: null });
    await auth.deliver(subscriptionOf(member.id, 'started', '2026-12-22T10:00:00.000Z'), 'show-plan');
    expect(await shown(member)).toMatchObject({ plan: 'monthly' });
  });

  it('is counted for the administration', async () => {
    interface Stats {
      totalUsers: number;
      activeSubscriptions: number;
    }
    const stats = async () =>
      (await auth.call<Stats>('GET', '/internal/stats', { principal: otherService })).body;
    const before = await stats();
    const member = await auth.member();
    await auth.deliver(subscriptionOf(member.id, 'started', '2026-11-21T10:00:00.000Z'), 'show-plan');
    expect(await stats()).toEqual({
      totalUsers: before.totalUsers + 1,
      activeSubscriptions: before.activeSubscriptions + 1,
    });
    expect((await auth.call('GET', '/internal/stats', { principal: member.principal })).status).toBe(403);
  });
});
