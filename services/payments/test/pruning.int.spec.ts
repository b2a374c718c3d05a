import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { OutboxModule } from '#outbox';
import { DAY_MS } from '#platform';
import { eventually } from '#testing';
import { PruneMoney } from '../src/prune-money.schedule.js';
import { StripeWebhooks } from '../src/stripe/stripe-events.js';
import { Payments } from './payments.harness.js';

describe('rows that nothing needs any more', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  /** Rows by their own words, of so many days ago. */
  const rows = (sql: string, values: readonly (readonly [string, number])[]) =>
    Promise.all(values.map(([what, days]) => payments.rows.query(sql, [what, days])));
  const left = async (sql: string): Promise<string[]> => {
    const found = await payments.rows.query<{ what: string }[]>(sql);
    return found.map(({ what }) => what).sort();
  };
  const round = () => payments.service.app.get(PruneMoney).round(new AbortController().signal);

  it('go; what is open and what recognises a repeated delivery stays', async () => {
    for (const status of ['done', 'failed', 'queued']) {
      await rows(
        `insert into jobs (id, name, key, payload, status, correlation_id, available_at, created_at, finished_at)
         values (gen_random_uuid(), 'test-prune', '${status} ' || $1, '{}', '${status}', 'test', 'infinity',
           now() - make_interval(days => $2), now() - make_interval(days => $2))`,
        [
          ['new', 34],
          ['old', 36],
          ['ancient', 181],
        ],
      );
    }
    await rows(
      `insert into stripe_webhooks (id, type, object_id, received_at)
       values ($1, 'test.prune', '', now() - make_interval(days => $2))`,
      [
        ['evt_new', 59],
        ['evt_old', 61],
      ],
    );
    await rows(
      `insert into idempotency_keys (user_id, key, request_hash, created_at)
       values (1, $1, '', now() - make_interval(days => $2))`,
      [
        ['new', 29],
        ['old', 31],
      ],
    );
    await round();
    expect(await left(`select key as what from jobs where name = 'test-prune'`)).toEqual([
      'done new',
      'failed new',
      'failed old',
      'queued ancient',
      'queued new',
      'queued old',
    ]);
    expect(await left(`select id as what from stripe_webhooks where type = 'test.prune'`)).toEqual([
      'evt_new',
    ]);
    expect(await left('select key as what from idempotency_keys where user_id = 1')).toEqual(['new']);
    await payments.rows.query(`delete from jobs where name = 'test-prune'`);
  });

  it('go in batches, all of them', async () => {
    await payments.rows.query(
      `insert into stripe_webhooks (id, type, object_id, received_at)
       select 'evt_' || n, 'test.many', '', now() - interval '90 days' from generate_series(1, 2500) n`,
    );
    await Promise.all([round(), round()]);
    await round();
    expect(await left(`select id as what from stripe_webhooks where type = 'test.many'`)).toEqual([]);
  });

  it('go from the inbox, and from the dead letters those that were replayed', async () => {
    await rows(
      `insert into inbox (consumer, message_id, processed_at)
       values ($1, gen_random_uuid(), now() - make_interval(days => $2))`,
      [
        ['prune-new', 29],
        ['prune-old', 31],
      ],
    );
    const letter = (handler: string, replayedDaysAgo: number | null) =>
      payments.rows.query(
        `insert into dead_letters (id, handler, message_id, routing_key, subject, content, reason, attempts, died_at,
           replayed_at)
         values ($1, $2, $1, 'test', '', '', 'test', 5, now() - interval '1 year', now() - make_interval(days => $3))`,
        [randomUUID(), handler, replayedDaysAgo],
      );
    await letter('prune-open', null);
    await letter('prune-replayed', 31);
    await letter('prune-replayed-lately', 29);
    await payments.service.app.get(OutboxModule).prune();
    expect(await left(`select consumer as what from inbox where consumer like 'prune-%'`)).toEqual([
      'prune-new',
    ]);
    expect(await left('select handler as what from dead_letters')).toEqual([
      'prune-open',
      'prune-replayed-lately',
    ]);
    await payments.rows.query('delete from dead_letters');
  });

  it('do not go by a clock that is ahead: what recognises a repetition stays', async () => {
    const event = {
      id: 'evt_clock_ahead',
      type: 'test.clock',
      data: { object: { object: 'account', id: 'acct_1' } },
    };
    const arrives = () => payments.service.app.get(StripeWebhooks).take(event as Stripe.Event, true);
    expect(await arrives()).toBe(true);
    const ofIt = `from jobs where key = 'evt_clock_ahead'`;
    await eventually(
      async () => expect(await left(`select status as what ${ofIt}`)).toEqual(['done']),
      20_000,
      'the end of its job',
    );
    await payments.rows.query(
      `insert into inbox (consumer, message_id) values ('clock-ahead', gen_random_uuid())`,
    );
    await payments.rows.query(
      `insert into idempotency_keys (user_id, key, request_hash) values (2, 'clock-ahead', '')`,
    );
    await payments.setClock(new Date(Date.now() + 400 * DAY_MS));
    await round();
    await payments.service.app.get(OutboxModule).prune();
    await payments.setClock(new Date());
    expect(await arrives()).toBe(false);
    expect(await left(`select status as what ${ofIt}`)).toEqual(['done']);
    expect(await left(`select consumer as what from inbox where consumer = 'clock-ahead'`)).toHaveLength(1);
    expect(await left('select key as what from idempotency_keys where user_id = 2')).toHaveLength(1);
  });
});
