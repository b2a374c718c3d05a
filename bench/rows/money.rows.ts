import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import Stripe from 'stripe';
import { v7 as uuidv7 } from 'uuid';
import { newAgreementId } from '#contracts';
import { Outbox } from '#outbox';
import { startService } from '#platform';
import { startStripe } from '#stand-ins';
import { createTestDatabase } from '#testing';
import { EscrowStore } from '../../services/payments/src/escrow/escrow.store.js';
import { migrate } from '../../services/payments/src/migrate.js';
import { paymentsService } from '../../services/payments/src/service.js';
import { ratioFinding, valueFinding } from '../finding.js';
import { OpenLoop, perSlice } from '../open-loop.js';
import { owner, type Row } from '../stage.js';

const WORKERS = 8;
const SLICE_MS = 1500;
const WEBHOOKS_PER_SECOND = 50;
const WEBHOOK_SECONDS = 3;
/** More than a slice can use up. */
const ROWS_PER_SLICE = 4000;

/**
 * An escrow's money coming in: state, ledger, history and outbox in one transaction, all on the one account at
 * Stripe, against the ledger's SQL function alone on the same number of connections.
 */
export const ledgerRow: Row = async (stage) => {
  const database = await createTestDatabase(stage.servers.databaseUrl);
  await migrate(database.url);
  const pool = new pg.Pool({ connectionString: database.url, max: WORKERS });
  const service = await startService(paymentsService, {
    ...stage.env,
    PORT: '0',
    PAYMENTS_PORT: '0',
    PAYMENTS_DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(WORKERS),
    // There is no Stripe here to ask for events.
    LOG_LEVEL: 'silent',
  });
  try {
    const outbox = service.app.get(Outbox);
    const store = service.app.get(EscrowStore);
    const rows = await unpaid(pool);
    const ours = () =>
      outbox.transaction(async (manager) => {
        const escrow = await store.lock(manager, rows.next());
        await store.act(manager, escrow, { command: { do: 'paid' }, actor: 'stripe' });
      });
    const bare = () => {
      const id = uuidv7();
      const entries = JSON.stringify([
        ['stripe', 500],
        [`held:${id}`, -500],
      ]);
      return pool.query('select post_to_ledger($1, $2, $3, $4)', ['bench', id, 'bench', entries]);
    };
    const rates = { ours: [] as number[], bare: [] as number[] };
    for (let round = -1; round < stage.rounds; round += 1) {
      await rows.refill();
      const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
      for (const side of order) {
        const rate = await slice(side === 'ours' ? ours : bare);
        // The first round only warms up.
        if (round >= 0) rates[side].push(rate);
      }
    }
    const { rows: sums } = await pool.query<{ sum: string }>('select sum(amount_cents) from ledger_entries');
    if (sums[0]?.sum !== '0') throw new Error(`the ledger sums to ${sums[0]?.sum}`);
    return [
      ratioFinding('P28', 'escrow posted / bare SQL function', '/s', rates.ours, rates.bare, {
        atLeast: 0.3,
      }),
      valueFinding('P28', 'escrows posted, one hot account', '/s', rates.ours, { atLeast: 300 }),
    ];
  } finally {
    await service.close();
    await pool.end();
    await database.drop();
  }
};

/** Signature checked, event stored, 200: at 50 a second, with the work that each one starts going on beside it. */
export const webhookRow: Row = async (stage) => {
  const stripe = await startStripe({ port: 0 });
  const secret = 'whsec_bench';
  const payments = await stage.service('payments', {
    STRIPE_API_BASE: stripe.url,
    STRIPE_WEBHOOK_SECRET: secret,
  });
  try {
    const sdk = new Stripe('sk_test_bench', { host: '127.0.0.1', port: stripe.port, protocol: 'http' });
    const loop = new OpenLoop();
    const events: string[] = [];
    const wanted = WEBHOOKS_PER_SECOND * WEBHOOK_SECONDS * (stage.rounds + 1);
    while (events.length < wanted) {
      await sdk.paymentIntents.create({ amount: 500, currency: 'usd' });
      events.push(JSON.stringify(stripe.listEvents()[0]));
    }
    const send = async (number: number) => {
      const payload = events[number] ?? '';
      const answer = await fetch(`${payments.url}/api/webhooks/stripe`, {
        method: 'POST',
        body: payload,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': sdk.webhooks.generateTestHeaderString({ payload, secret }),
          'x-service-token': stage.tokens.issue(owner),
        },
      });
      if (answer.status !== 200) throw new Error(`a webhook was answered ${answer.status}`);
      await answer.text();
      loop.arrived(number);
    };
    const slices: number[][] = [];
    for (let round = -1; round < stage.rounds; round += 1) {
      const latencies = await loop.run(WEBHOOKS_PER_SECOND, WEBHOOK_SECONDS, send);
      if (round >= 0) slices.push(latencies);
    }
    return [
      valueFinding('R8', 'webhook verified and stored at 50/s: p50', 'ms', perSlice(slices, 0.5), {}),
      valueFinding('R8', 'webhook verified and stored at 50/s: p99', 'ms', perSlice(slices, 0.99), {
        atMost: 150,
      }),
    ];
  } finally {
    await stripe.close();
  }
};

/** Escrows that wait for their money. */
async function unpaid(pool: pg.Pool) {
  const ids: string[] = [];
  return {
    async refill(): Promise<void> {
      const missing = ROWS_PER_SLICE - ids.length;
      const fresh = Array.from({ length: missing }, () => uuidv7());
      await pool.query(
        `insert into escrows (id, agreement_id, buyer_id, buyer_party, seller_email, amount_cents, currency,
           hold_hours, state, created_at)
         select id, number, 7, 'a', 'seller@example.test', 500, 'usd', 24, 'requires_payment', now()
         from unnest($1::uuid[], $2::text[]) as fresh (id, number)`,
        [fresh, fresh.map(() => newAgreementId())],
      );
      ids.push(...fresh);
    },
    next(): string {
      const id = ids.shift();
      if (id === undefined) throw new Error('too few rows were prepared');
      return id;
    },
  };
}

/** How often a second it was done by eight at once. */
async function slice(work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const began = performance.now();
  const worker = async () => {
    while (performance.now() - began < SLICE_MS) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  const rate = (done / (performance.now() - began)) * 1000;
  // The relay sends what is left, so that it does not slow the next side down.
  await sleep(300);
  return rate;
}
