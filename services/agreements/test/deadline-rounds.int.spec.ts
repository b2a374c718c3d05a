import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#outbox';
import { Clock, DAY_MS, HOUR_MS, type RunningService } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { eventually } from '#testing';
import { DeleteContent } from '../src/agreements/delete-content.job.js';
import { EventLog } from '../src/event-log/event-log.js';
import { AgreementsUnderTest } from './agreements-under-test.js';
import {
  daysAfter,
  deleted,
  logged,
  logTypes,
  OWNER,
  objectsOf,
  paidAgreement,
  recordingOf,
  round,
  statusOf,
  told,
} from './deadlines.fixture.js';
import { recordTone, savedAgreement } from './recordings.fixture.js';

let under: AgreementsUnderTest;
let other: RunningService;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-deadline-rounds-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  under = await AgreementsUnderTest.start({}, { hasRounds: false });
  other = await under.replica();
}, 120_000);

afterEach(() => jest.restoreAllMocks());

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** What time it is for both instances, to the millisecond, until the end of the test. */
const freeze = (now: Date) => jest.spyOn(Clock.prototype, 'now').mockReturnValue(now);

/** Two rounds on each of two instances at the same time. */
const rounds = async () => {
  await Promise.all([under.service, other, under.service, other].map(round));
};

describe('a round', () => {
  const breaks: [string, (manager: EntityManager) => Promise<never>][] = [
    ['an error', () => Promise.reject(new Error('something is broken'))],
    [
      'a database connection that dies',
      async (manager) => {
        const [{ pid }] = await manager.query<[{ pid: number }]>('select pg_backend_pid() as pid');
        await under.query('select pg_terminate_backend($1)', [pid]);
        return manager.query<never>('select 1');
      },
    ],
  ];

  it.each(breaks)('does all or nothing: %s in the middle is made up for once', async (_name, fail) => {
    const saved = await savedAgreement(under, audio, OWNER);
    const beside = await savedAgreement(under, audio, OWNER);
    freeze(daysAfter(beside.createdAt, 30));
    const { append } = EventLog.prototype;
    // Also in the round that the service's own schedule may begin meanwhile.
    const failing = jest.spyOn(EventLog.prototype, 'append').mockImplementation(function (
      this: EventLog,
      manager,
      agreementId,
      entry,
    ) {
      return agreementId === saved.agreementId
        ? fail(manager)
        : append.call(this, manager, agreementId, entry);
    });
    await round(under.service);
    const states = await Promise.all([saved, beside].map((one) => statusOf(under, one)));
    failing.mockRestore();
    // The one that failed did not hold up the other.
    expect(states.map((state) => state.status)).toEqual(['pending', 'cancelled']);
    await rounds();
    for (const one of [saved, beside]) {
      expect(await logged(under, one, 'cancelled')).toBe(1);
      expect(await told(under, one, 'agreements.agreement.cancelled')).toHaveLength(1);
    }
  });

  it('comes back to content that could not be deleted', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const id = await recordingOf(under, saved);
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    const remove = jest
      .spyOn(Object.getPrototypeOf(store) as ObjectStore, 'delete')
      .mockRejectedValue(new Error('the store is away'));
    const endsAt = daysAfter(saved.createdAt, 30);
    freeze(endsAt);
    await round(under.service);
    await eventually(
      () => (remove.mock.calls.length > 0 ? Promise.resolve() : Promise.reject(new Error('not tried'))),
      10_000,
      'an attempt',
    );
    expect(await statusOf(under, saved)).toMatchObject({ status: 'cancelled', isDeleted: false });
    // As after the last attempt.
    await under.query(`update jobs set status = 'failed' where key like $1`, [`${saved.agreementId}:%`]);
    const job = under.service.app.get(DeleteContent);
    const commit = await job.giveUp({ agreementId: saved.agreementId, reason: 'unpaid' });
    await under.service.app.get(Outbox).transaction(commit);
    remove.mockRestore();
    freeze(new Date(endsAt.getTime() + 2 * HOUR_MS));
    await rounds();
    await deleted(under, saved);
    expect(await objectsOf(under, id)).toEqual([]);
    expect(await logged(under, saved, 'content-deleted')).toBe(1);
  });

  it('does nothing by a clock that is ahead of the database', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const rightNow = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => rightNow() + 60 * DAY_MS);
    await rounds();
    jest.restoreAllMocks();
    expect((await statusOf(under, saved)).status).toBe('pending');
    freeze(new Date(Date.now() + 60 * DAY_MS));
    await rounds();
    expect((await statusOf(under, saved)).status).toBe('cancelled');
  });

  it('counts no time in which nobody could act: what ran then, ends later, with what is shown of it', async () => {
    const unpaid = await savedAgreement(under, audio, OWNER);
    const invited = await paidAgreement(under, audio, new Date(), { isRemoteContract: true });
    const both = [unpaid.agreementId, invited.agreementId];
    // As after ten hours, in which a recording was to be deleted, and a link to end. In one statement: rounds come meanwhile.
    await under.query(
      `with mark as (update last_rounds set at = now() - interval '10 hours'),
         ends as (update deadlines set due_at = now() - interval '1 hour'
           where agreement_id = any($1) and kind in ('unpaid-end', 'link-end')),
         link as (update invitations set expires_at = now() - interval '1 hour' where agreement_id = any($1))
       update agreements set expires_at = now() - interval '1 hour' where agreement_id = any($1) and status = 'pending'`,
      [both],
    );
    await rounds();
    expect((await statusOf(under, unpaid)).status).toBe('pending');
    expect(await logged(under, invited, 'invitation-expired')).toBe(0);
    const shown = await under.query<{ kind: string; hours: number; isAsShown: boolean }>(
      `select d.kind, round(extract(epoch from d.due_at - now()) / 3600)::int as hours,
         abs(extract(epoch from d.due_at - coalesce(i.expires_at, a.expires_at))) < 1 as "isAsShown"
       from deadlines d join agreements a using (agreement_id)
         left join invitations i on i.agreement_id = a.agreement_id and i.revoked_at is null
       where d.agreement_id = any($1) and d.kind in ('unpaid-end', 'link-end') and d.done_at is null
       order by d.kind`,
      [both],
    );
    expect(shown).toEqual([
      { kind: 'link-end', hours: 9, isAsShown: true },
      { kind: 'unpaid-end', hours: 9, isAsShown: true },
    ]);
    // Twelve hours later nobody was away any more.
    freeze(new Date(Date.now() + 12 * HOUR_MS));
    await rounds();
    expect((await statusOf(under, unpaid)).status).toBe('cancelled');
    expect(await logged(under, invited, 'invitation-expired')).toBe(1);
  });

  it('knows after a restart what it has done', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    freeze(daysAfter(saved.createdAt, 23));
    await round(under.service);
    const before = await logTypes(under, saved);
    expect(before).toContain('unpaid-warning');
    await under.restart();
    await rounds();
    expect(await logTypes(under, saved)).toEqual(before);
  }, 60_000);
});
