import { randomUUID } from 'node:crypto';
import { paymentSucceeded } from '#contracts';
import { DAY_MS, type RunningService } from '#platform';
import { eventually } from '#testing';
import { RunDeadlines } from '../src/agreements/run-deadlines.schedule.js';
import type { AgreementsUnderTest } from './agreements-under-test.js';
import { type SavedBody, savedAgreement } from './recordings.fixture.js';

export const OWNER = 71;

export const daysAfter = (time: string | Date, days: number): Date =>
  new Date(new Date(time).getTime() + days * DAY_MS);
export const secondBefore = (time: Date): Date => new Date(time.getTime() - 1000);

/** One round on one instance, also where the schedule has none; it would only come every 15 seconds. */
export const round = (service: RunningService): Promise<void> =>
  RunDeadlines.prototype.round.call(service.app.get(RunDeadlines), new AbortController().signal);

/** An agreement of OWNER, paid at the time given. */
export async function paidAgreement(
  under: AgreementsUnderTest,
  audio: Buffer,
  paidAt: Date,
  fields: object = {},
): Promise<SavedBody> {
  const saved = await savedAgreement(under, audio, OWNER, fields);
  await payFor(under, saved, paidAt);
  return saved;
}

/** The event of its payment comes, whenever that was. */
export async function payFor(under: AgreementsUnderTest, saved: SavedBody, paidAt: Date): Promise<void> {
  const payment = under.event(paymentSucceeded, {
    paymentId: randomUUID(),
    agreementId: saved.agreementId,
    userId: OWNER,
    purpose: 'contract',
    amountCents: 500,
    currency: 'usd',
    receiptNumber: 'SSC-2026-000001',
    paidAt: paidAt.toISOString(),
  });
  await under.deliver(payment);
  await under.handled(payment, 'mark-paid');
}

export async function logTypes(under: AgreementsUnderTest, { agreementId }: SavedBody): Promise<string[]> {
  const rows = await under.query<{ type: string }>(
    'select type from agreement_events where agreement_id = $1 order by seq',
    [agreementId],
  );
  return rows.map((row) => row.type);
}

/** How often the log has a row of the type. */
export async function logged(under: AgreementsUnderTest, saved: SavedBody, type: string): Promise<number> {
  return (await logTypes(under, saved)).filter((other) => other === type).length;
}

/** The data of the events of a type that the service has told of the agreement. */
export async function told(
  under: AgreementsUnderTest,
  { agreementId }: SavedBody,
  type: string,
): Promise<object[]> {
  const events = await under.told(agreementId);
  return events.filter((event) => event.type === type).map((event) => event.data);
}

export async function statusOf(
  under: AgreementsUnderTest,
  { agreementId }: SavedBody,
): Promise<{ status: string; reason: string | null; isDeleted: boolean }> {
  const [row] = await under.query<{ status: string; reason: string | null; isDeleted: boolean }>(
    `select status, status_reason as reason, content_deleted_at is not null as "isDeleted"
     from agreements where agreement_id = $1`,
    [agreementId],
  );
  if (!row) throw new Error('no agreement');
  return row;
}

export function deleted(under: AgreementsUnderTest, saved: SavedBody): Promise<void> {
  return eventually(
    async () => {
      if (!(await statusOf(under, saved)).isDeleted) throw new Error('not deleted');
    },
    15_000,
    'deleted content',
  );
}

/** The access of a paid agreement ends now, and its content is deleted. */
export async function retentionEnds(under: AgreementsUnderTest, agreementId: string): Promise<void> {
  await under.query(
    `update agreements set expires_at = now() - interval '1 minute' where agreement_id = $1`,
    [agreementId],
  );
  await under.query(
    `insert into deadlines (agreement_id, kind, due_at) values ($1, 'access-end', now() - interval '1 minute')
     on conflict (agreement_id, kind) do update set due_at = excluded.due_at`,
    [agreementId],
  );
  await round(under.service);
  await deleted(under, { agreementId } as SavedBody);
}

export async function recordingOf(under: AgreementsUnderTest, { agreementId }: SavedBody): Promise<string> {
  const [row] = await under.query<{ id: string }>('select id from recordings where agreement_id = $1', [
    agreementId,
  ]);
  return row?.id ?? '';
}

/** Files of the object store with the id in their path. */
export async function objectsOf(under: AgreementsUnderTest, id: string): Promise<string[]> {
  return (await under.objects()).filter((path) => path.includes(id));
}
