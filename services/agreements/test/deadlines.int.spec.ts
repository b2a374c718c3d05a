import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type EscrowChanged, escrowChanged, humanTranscriptPaid, paymentRefunded } from '#contracts';
import type { JobRun } from '#jobs';
import { Outbox } from '#outbox';
import { BACKUP_LOCK, Clock, DAY_MS, HOUR_MS, type RunningService, visitor } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { eventually } from '#testing';
import { DeleteContent } from '../src/agreements/delete-content.job.js';
import { mailedConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET, user } from './agreements-under-test.js';
import {
  daysAfter,
  deleted,
  logged,
  OWNER,
  objectsOf,
  paidAgreement,
  payFor,
  recordingOf,
  round,
  secondBefore,
  statusOf,
  told,
} from './deadlines.fixture.js';
import { drawPhoto, recordTone, savedAgreement, upload, uploadForm } from './recordings.fixture.js';

let under: AgreementsUnderTest;
let other: RunningService;
let folder: string;
let audio: Buffer;
let photo: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-deadlines-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  photo = await drawPhoto(join(folder, 'photo.jpg'));
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

const remote = { isRemoteContract: true };

/** Two rounds on each of two instances at the same time. */
const rounds = async () => {
  await Promise.all([under.service, other, under.service, other].map(round));
};

/** Nothing a second before, once at the time itself, and nothing more after it. */
async function expectOnceAt(due: Date, count: () => Promise<number>): Promise<void> {
  const before = await count();
  freeze(secondBefore(due));
  await rounds();
  expect(await count()).toBe(before);
  freeze(due);
  await rounds();
  expect(await count()).toBe(before + 1);
  freeze(new Date(due.getTime() + 60_000));
  await rounds();
  expect(await count()).toBe(before + 1);
}

describe('an unpaid recording', () => {
  it('is warned of on days 23 and 29 and ends on day 30, each once', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const id = await recordingOf(under, saved);
    await expectOnceAt(daysAfter(saved.createdAt, 23), () => logged(under, saved, 'unpaid-warning'));
    await expectOnceAt(daysAfter(saved.createdAt, 29), () => logged(under, saved, 'unpaid-warning'));
    expect(await told(under, saved, 'agreements.payment.requested')).toMatchObject([
      { kind: 'first-warning', deletesAt: daysAfter(saved.createdAt, 30).toISOString() },
      { kind: 'last-warning', deletesAt: daysAfter(saved.createdAt, 30).toISOString() },
    ]);
    await expectOnceAt(daysAfter(saved.createdAt, 30), () => logged(under, saved, 'cancelled'));
    await deleted(under, saved);
    expect(await statusOf(under, saved)).toEqual({
      status: 'cancelled',
      reason: 'unpaid_expired',
      isDeleted: true,
    });
    expect(await objectsOf(under, id)).toEqual([]);
    expect(await told(under, saved, 'agreements.agreement.cancelled')).toMatchObject([
      { from: 'pending', reason: 'unpaid_expired' },
    ]);
    expect(await told(under, saved, 'agreements.content.deleted')).toMatchObject([{ reason: 'unpaid' }]);
    expect(await under.logBreak(saved.agreementId)).toBeNull();
  }, 60_000);

  it('stays while its payment is under way, or nobody can say, and three days with a warning when it came to nothing', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const { agreementId, createdAt } = saved;
    const end = daysAfter(createdAt, 30);
    const isStillThere = async () => {
      expect(await statusOf(under, saved)).toMatchObject({ status: 'pending', isDeleted: false });
      expect(await objectsOf(under, await recordingOf(under, saved))).not.toEqual([]);
    };
    freeze(end);
    under.payments.isAway = true;
    await rounds();
    await isStillThere();
    under.payments.isAway = false;
    under.payments.paidOrPending.add(agreementId);
    await rounds();
    await isStillThere();
    under.payments.paidOrPending.delete(agreementId);
    freeze(new Date(end.getTime() + 59 * 60_000));
    await rounds();
    await isStillThere();
    expect(await told(under, saved, 'agreements.payment.requested')).toEqual([]);
    const found = new Date(end.getTime() + 60 * 60_000);
    freeze(found);
    await rounds();
    await isStillThere();
    const deletesAt = daysAfter(found, 3);
    expect(await told(under, saved, 'agreements.payment.requested')).toMatchObject([
      { kind: 'last-warning', hasPaymentFailed: true, deletesAt: deletesAt.toISOString() },
    ]);
    const own = await under.call<{ expiresAt: string }>(`/api/agreements/${agreementId}`, user(OWNER));
    expect(own.body.expiresAt).toBe(deletesAt.toISOString());
    await expectOnceAt(daysAfter(found, 2), () => logged(under, saved, 'unpaid-warning'));
    await expectOnceAt(deletesAt, () => logged(under, saved, 'cancelled'));
    await deleted(under, saved);
    expect(await statusOf(under, saved)).toMatchObject({ status: 'cancelled', reason: 'unpaid_expired' });
    expect(await logged(under, saved, 'payment-awaited')).toBe(1);
  }, 60_000);

  it('whose payment came to nothing shortly before the end stays three days, too: nobody was warned of it', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    freeze(daysAfter(saved.createdAt, 23));
    await rounds();
    expect(await logged(under, saved, 'unpaid-warning')).toBe(1);
    under.payments.paidOrPending.add(saved.agreementId);
    freeze(secondBefore(daysAfter(saved.createdAt, 30)));
    await rounds();
    under.payments.paidOrPending.delete(saved.agreementId);
    const end = daysAfter(saved.createdAt, 30);
    freeze(end);
    await rounds();
    expect((await statusOf(under, saved)).status).toBe('pending');
    expect(await logged(under, saved, 'unpaid-warning')).toBe(2);
    freeze(daysAfter(end, 3));
    await rounds();
    expect((await statusOf(under, saved)).status).toBe('cancelled');
  }, 60_000);

  it('is not warned of while its payment is under way, and is when it came to nothing', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const warned = () => logged(under, saved, 'unpaid-warning');
    const first = daysAfter(saved.createdAt, 23);
    under.payments.paidOrPending.add(saved.agreementId);
    for (const time of [first, new Date(first.getTime() + 60 * 60_000)]) {
      freeze(time);
      await rounds();
      expect(await warned()).toBe(0);
    }
    under.payments.paidOrPending.delete(saved.agreementId);
    await expectOnceAt(new Date(first.getTime() + 120 * 60_000), warned);
    // What nobody can say keeps no warning back.
    under.payments.isAway = true;
    try {
      await expectOnceAt(daysAfter(saved.createdAt, 29), warned);
    } finally {
      under.payments.isAway = false;
    }
  }, 60_000);

  it('holds up nobody else while payments is away: it is asked three times in a round at most', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => savedAgreement(under, audio, OWNER)));
    freeze(daysAfter(many[5]?.createdAt ?? '', 20));
    const younger = await savedAgreement(under, audio, OWNER);
    freeze(daysAfter(many[5]?.createdAt ?? '', 43.5));
    under.payments.isAway = true;
    under.payments.asked = 0;
    try {
      await round(under.service);
    } finally {
      under.payments.isAway = false;
    }
    expect(await logged(under, younger, 'unpaid-warning')).toBe(1);
    expect(under.payments.asked).toBe(3);
    for (const saved of many) expect((await statusOf(under, saved)).status).toBe('pending');
    await rounds();
    for (const saved of many) expect((await statusOf(under, saved)).status).toBe('cancelled');
  }, 60_000);

  it('is a contract after all when the event of its payment comes late', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const end = daysAfter(saved.createdAt, 30);
    under.payments.paidOrPending.add(saved.agreementId);
    freeze(end);
    await rounds();
    await payFor(under, saved, secondBefore(end));
    expect((await statusOf(under, saved)).status).toBe('processing');
    freeze(new Date(end.getTime() + DAY_MS));
    await rounds();
    expect(await logged(under, saved, 'cancelled')).toBe(0);
  });

  it('is left alone once it is paid', async () => {
    const saved = await paidAgreement(under, audio, new Date());
    freeze(daysAfter(saved.createdAt, 29.5));
    await rounds();
    expect(await logged(under, saved, 'unpaid-warning')).toBe(0);
    expect((await statusOf(under, saved)).status).toBe('processing');
  });
});

describe('a remote contract that waits', () => {
  it('is reminded of on days 1, 3, 6, 10 and 13', async () => {
    const saved = await paidAgreement(under, audio, new Date(), remote);
    const [{ at: invitedAt } = { at: new Date() }] = await under.query<{ at: Date }>(
      'select issued_at as at from invitations where agreement_id = $1',
      [saved.agreementId],
    );
    for (const day of [1, 3, 6, 10, 13])
      await expectOnceAt(daysAfter(invitedAt, day), () => logged(under, saved, 'reminded-automatically'));
    const issued = await told(under, saved, 'agreements.invitation.issued');
    expect(issued.map((data) => (data as { kind: string }).kind)).toEqual([
      'invitation',
      ...Array<string>(5).fill('automatic'),
    ]);
    const open = await under.query(
      'select 1 from invitations where agreement_id = $1 and revoked_at is null',
      [saved.agreementId],
    );
    expect(open).toHaveLength(1);
  }, 60_000);

  it('is not reminded of at an address that does not exist', async () => {
    const saved = await paidAgreement(under, audio, new Date(), remote);
    await under.query(`update agreements set mail_problem = 'partyB:bounced' where agreement_id = $1`, [
      saved.agreementId,
    ]);
    freeze(daysAfter(saved.createdAt, 4));
    await rounds();
    expect(await logged(under, saved, 'reminded-automatically')).toBe(0);
  });

  it('is reminded of once after a long standstill, not once for every day missed', async () => {
    const saved = await paidAgreement(under, audio, new Date(), remote);
    freeze(daysAfter(saved.createdAt, 7));
    await rounds();
    expect(await logged(under, saved, 'reminded-automatically')).toBe(1);
  });

  it('sees its link end, and still waits', async () => {
    const saved = await paidAgreement(under, audio, new Date(), remote);
    await under.query(
      `update deadlines set done_at = now() where agreement_id = $1 and kind like 'remind-%'`,
      [saved.agreementId],
    );
    const [{ at: endsAt } = { at: new Date() }] = await under.query<{ at: Date }>(
      'select expires_at as at from invitations where agreement_id = $1',
      [saved.agreementId],
    );
    await expectOnceAt(endsAt, () => logged(under, saved, 'invitation-expired'));
    expect(await told(under, saved, 'agreements.invitation.expired')).toHaveLength(1);
    expect((await statusOf(under, saved)).status).toBe('awaiting_party');
  });

  it('ends with the access period when party B never answers', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt, remote);
    freeze(secondBefore(daysAfter(paidAt, 30)));
    await rounds();
    expect((await statusOf(under, saved)).status).toBe('awaiting_party');
    freeze(daysAfter(paidAt, 30));
    await rounds();
    await deleted(under, saved);
    expect(await statusOf(under, saved)).toMatchObject({ status: 'cancelled', reason: 'no_answer' });
    expect(await told(under, saved, 'agreements.agreement.cancelled')).toMatchObject([
      { from: 'awaiting_party', reason: 'no_answer' },
    ]);
    expect(await told(under, saved, 'agreements.content.deleted')).toMatchObject([
      { reason: 'access-ended' },
    ]);
  });
});

describe('a paid contract', () => {
  it('is warned of 7 days and 1 day before its content is deleted; hashes and log stay', async () => {
    const paidAt = new Date();
    const { body } = await upload(
      under,
      uploadForm(audio, { backupTranscript: 'Anna sells a car.' }, { content: photo, name: 'photo.jpg' }),
    );
    const saved = body;
    await under.call(`/internal/agreements/${saved.agreementId}/claim`, user(OWNER), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ claimToken: saved.claimToken }),
    });
    await under.query(
      `update agreements set status = 'completed', paid_at = $2, expires_at = $3 where agreement_id = $1`,
      [saved.agreementId, paidAt, daysAfter(paidAt, 30)],
    );
    await under.query(
      `insert into deadlines (agreement_id, kind, due_at) values
         ($1, 'access-warning-7', $2), ($1, 'access-warning-1', $3), ($1, 'access-end', $4)`,
      [saved.agreementId, daysAfter(paidAt, 23), daysAfter(paidAt, 29), daysAfter(paidAt, 30)],
    );
    const id = await recordingOf(under, saved);
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    await store.putBuffer(`recordings/${id}/audio.mp3`, Buffer.from('derived'), 'audio/mpeg');
    expect(await objectsOf(under, id)).toHaveLength(3);
    await expectOnceAt(daysAfter(paidAt, 23), () => logged(under, saved, 'access-warning'));
    await expectOnceAt(daysAfter(paidAt, 29), () => logged(under, saved, 'access-warning'));
    expect(await told(under, saved, 'agreements.access.ending')).toMatchObject([
      { kind: 'seven-days', endsAt: daysAfter(paidAt, 30).toISOString() },
      { kind: 'one-day', endsAt: daysAfter(paidAt, 30).toISOString() },
    ]);
    // As it is there once party B has answered from afar.
    await under.query(
      `insert into sound_prints (recording_id, print, made_at) select id, '\\x00', now() from recordings where agreement_id = $1`,
      [saved.agreementId],
    );
    freeze(secondBefore(daysAfter(paidAt, 30)));
    await rounds();
    expect(await objectsOf(under, id)).toHaveLength(3);
    freeze(daysAfter(paidAt, 30));
    await rounds();
    await deleted(under, saved);
    expect(await objectsOf(under, id)).toEqual([]);
    expect(await under.query('select 1 from sound_prints where recording_id = $1', [id])).toEqual([]);
    const [row] = await under.query<Record<string, unknown>>(
      `select a.status, a.backup_transcript as words, a.photo_key as photo, a.photo_sha256 as "photoSha256",
         r.sha256, r.deleted_at is not null as gone
       from agreements a join recordings r using (agreement_id) where agreement_id = $1`,
      [saved.agreementId],
    );
    expect(row).toMatchObject({
      status: 'completed',
      words: null,
      photo: null,
      sha256: saved.sha256,
      gone: true,
    });
    const [entry] = await under.query<{ detail: object }>(
      `select detail from agreement_events where agreement_id = $1 and type = 'content-deleted'`,
      [saved.agreementId],
    );
    expect(entry?.detail).toMatchObject({ sha256: saved.sha256, photoSha256: row?.photoSha256 });
    for (const part of ['audio', 'preview', 'photo']) {
      const { status, body: answer } = await under.call<{ code: string }>(
        `/api/agreements/${saved.agreementId}/${part}`,
        user(OWNER),
      );
      expect([part, status, answer.code]).toEqual([part, 410, 'recording_expired']);
    }
    await rounds();
    expect(await logged(under, saved, 'content-deleted')).toBe(1);
    expect(await told(under, saved, 'agreements.content.deleted')).toHaveLength(1);
  }, 60_000);

  it('that becomes no contract is warned of all the same: what was paid for stays until then', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt, remote);
    const cancel = `/api/agreements/${saved.agreementId}/cancel`;
    expect((await under.call(cancel, user(OWNER), { method: 'POST' })).status).toBe(200);
    await expectOnceAt(daysAfter(paidAt, 23), () => logged(under, saved, 'access-warning'));
    await expectOnceAt(daysAfter(paidAt, 29), () => logged(under, saved, 'access-warning'));
    expect(await told(under, saved, 'agreements.access.ending')).toMatchObject([
      { kind: 'seven-days', endsAt: daysAfter(paidAt, 30).toISOString() },
      { kind: 'one-day', endsAt: daysAfter(paidAt, 30).toISOString() },
    ]);
    expect((await statusOf(under, saved)).isDeleted).toBe(false);
    freeze(daysAfter(paidAt, 30));
    await rounds();
    await deleted(under, saved);
    expect(await told(under, saved, 'agreements.content.deleted')).toMatchObject([{ reason: 'cancelled' }]);
  }, 60_000);

  it('that party B answered in the last minute keeps its content until it is complete, for a week at most', async () => {
    const paidAt = new Date();
    const end = daysAfter(paidAt, 30);
    const answered = async () => {
      const saved = await paidAgreement(under, audio, paidAt, remote);
      freeze(daysAfter(paidAt, 29));
      await under.query(
        `insert into recordings (id, agreement_id, party, object_key, mime, bytes, sha256, duration_ms, created_at)
         select gen_random_uuid(), agreement_id, 'b', object_key || '-b', mime, bytes, sha256, duration_ms, $2
         from recordings where agreement_id = $1`,
        [saved.agreementId, secondBefore(end)],
      );
      await under.query(`update agreements set status = 'processing' where agreement_id = $1`, [
        saved.agreementId,
      ]);
      freeze(end);
      await rounds();
      return saved;
    };
    const saved = await answered();
    expect(await statusOf(under, saved)).toMatchObject({ status: 'processing', isDeleted: false });
    expect(await logged(under, saved, 'deletion-blocked')).toBe(1);
    const late = await answered();
    await under.query(`update agreements set status = 'completed' where agreement_id = $1`, [
      saved.agreementId,
    ]);
    freeze(daysAfter(end, 1));
    await rounds();
    await deleted(under, saved);
    expect((await statusOf(under, late)).isDeleted).toBe(false);
    for (let day = 2; day <= 7; day += 1) {
      freeze(daysAfter(end, day));
      await rounds();
    }
    await deleted(under, late);
    expect(await logged(under, late, 'deletion-blocked')).toBe(1);
  }, 60_000);

  describe('with a transcript by a person that was paid for two hours before the end', () => {
    const paidAt = new Date();
    const end = daysAfter(paidAt, 30);
    const hoursAfterEnd = (hours: number) => new Date(end.getTime() + hours * HOUR_MS);
    const paymentId = uuidv7();

    const ordered = async (status: string) => {
      const saved = await paidAgreement(under, audio, paidAt);
      const { agreementId } = saved;
      await under.query(
        `update agreements set status = $2, status_reason = case $2 when 'processing' then 'needs_fallback' end
         where agreement_id = $1`,
        [agreementId, status],
      );
      freeze(hoursAfterEnd(-2));
      const payment = under.event(humanTranscriptPaid, {
        ...{ paymentId, agreementId, userId: OWNER, amountCents: 200, currency: 'usd' },
        ...{ receiptNumber: 'SSC-2026-000002', paidAt: hoursAfterEnd(-2).toISOString() },
      });
      await under.deliver(payment);
      await under.handled(payment, 'note-manual-payment');
      freeze(end);
      await rounds();
      return saved;
    };
    const deletions = ({ agreementId }: { agreementId: string }) =>
      under.query(`select 1 from jobs where name = 'delete-content' and payload ->> 'agreementId' = $1`, [
        agreementId,
      ]);

    it.each(['processing', 'completed'])('keeps its content while that is due: %s', async (status) => {
      const saved = await ordered(status);
      expect(await deletions(saved)).toEqual([]);
      expect(await logged(under, saved, 'deletion-blocked')).toBe(1);
      const original = `/api/agreements/${saved.agreementId}/audio?format=original`;
      expect((await under.call(original, user(OWNER))).status).toBe(200);
      freeze(hoursAfterEnd(24));
      await rounds();
      await deleted(under, saved);
    });

    it('loses it within a day when the money went back, and at once when it is cancelled', async () => {
      const saved = await ordered('processing');
      const refund = under.event(paymentRefunded, {
        ...{ paymentId, agreementId: saved.agreementId, userId: OWNER, currency: 'usd' },
        ...{ purpose: 'manual_transcription', amountCents: 200, reason: 'by-admin' },
        refundedAt: end.toISOString(),
      });
      await under.deliver(refund);
      await under.handled(refund, 'note-refund');
      const original = `/api/agreements/${saved.agreementId}/audio?format=original`;
      expect((await under.call(original, user(OWNER))).status).toBe(410);
      await deleted(under, await ordered('cancelled'));
    });
  });

  it('keeps its objects while a backup may still have to copy them', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    const id = await recordingOf(under, saved);
    // As the backup does, in a session of its own.
    const backup = under.service.app.get(DataSource).createQueryRunner();
    await backup.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
    freeze(daysAfter(paidAt, 30));
    await rounds();
    await eventually(
      async () => {
        const [job] = await under.query<{ attempts: number; reason: string | null }>(
          `select attempts, last_error as reason from jobs
           where name = 'delete-content' and payload ->> 'agreementId' = $1`,
          [saved.agreementId],
        );
        expect(job).toEqual({ attempts: 0, reason: expect.stringContaining('while a backup copies them') });
      },
      20_000,
      'a deletion that waits',
    );
    expect(await objectsOf(under, id)).toHaveLength(1);
    await backup.query('select pg_advisory_unlock($1)', [BACKUP_LOCK]);
    await backup.release();
    await deleted(under, saved);
    expect(await objectsOf(under, id)).toEqual([]);
  }, 60_000);

  it('keeps its content for a payment that is held while the deletion waits for a backup', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    const backup = under.service.app.get(DataSource).createQueryRunner();
    await backup.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
    freeze(daysAfter(paidAt, 30));
    await rounds();
    const job = async (column: string) => {
      const sql = `select ${column} as it from jobs where name = 'delete-content' and payload ->> 'agreementId' = $1`;
      return (await under.query<{ it: string | null }>(sql, [saved.agreementId]))[0]?.it;
    };
    const waits = async () => expect(await job('last_error')).toContain('while a backup copies them');
    await eventually(waits, 20_000, 'a deletion that waits');
    const held = `update agreements set escrow_status = 'held' where agreement_id = $1`;
    await under.query(held, [saved.agreementId]);
    await backup.query('select pg_advisory_unlock($1)', [BACKUP_LOCK]);
    await backup.release();
    await eventually(async () => expect(await job('status')).toBe('done'), 30_000, 'a deletion that is over');
    expect(await objectsOf(under, await recordingOf(under, saved))).toHaveLength(1);
  }, 60_000);

  it('keeps its content while money is held, says so once, and deletes it afterwards', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    for (const [day, status] of [
      [30, 'held'],
      [31, 'disputed'],
      [32, 'resolving'],
    ] as const) {
      await under.query('update agreements set escrow_status = $2 where agreement_id = $1', [
        saved.agreementId,
        status,
      ]);
      freeze(daysAfter(paidAt, day));
      await rounds();
    }
    expect(await logged(under, saved, 'deletion-blocked')).toBe(1);
    expect((await statusOf(under, saved)).isDeleted).toBe(false);
    expect(await objectsOf(under, await recordingOf(under, saved))).toHaveLength(1);
    await under.query(`update agreements set escrow_status = 'released' where agreement_id = $1`, [
      saved.agreementId,
    ]);
    freeze(daysAfter(paidAt, 33.1));
    await rounds();
    await deleted(under, saved);
    expect(await objectsOf(under, await recordingOf(under, saved))).toEqual([]);
  });

  it('can be heard by its owner, and by party B who is asked whether it was them, after the end of access while the payment is in dispute, and not once it is settled', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    const { agreementId } = saved;
    const byMail = encodeURIComponent(mailedConfirmationKey(LINK_SECRET, agreementId));
    const confirmation = (what: string) =>
      under.call<{ hasAudioRecording?: boolean }>(
        `/api/agreements/remote/${agreementId}/confirmation${what}?key=${byMail}`,
        visitor,
      );
    /** The same for both, and what party B is told. */
    const heard = async () => {
      const own = await under.call(`/api/agreements/${agreementId}/audio?format=original`, user(OWNER));
      expect(await confirmation('/outline')).toMatchObject({ status: own.status });
      expect((await confirmation('')).body.hasAudioRecording).toBe(own.status === 200);
      return own;
    };
    const over = { status: 410, body: { code: 'recording_expired' } };
    const stands = (status: string) =>
      under.query('update agreements set escrow_status = $2 where agreement_id = $1', [agreementId, status]);
    freeze(daysAfter(paidAt, 30));
    // Before a round has looked at it as well as after.
    for (const status of ['held', 'disputed', 'resolving']) {
      await stands(status);
      expect((await heard()).status).toBe(200);
    }
    await rounds();
    freeze(daysAfter(paidAt, 31));
    await stands('disputed');
    await rounds();
    expect((await heard()).status).toBe(200);
    // Its file may be gone already.
    const begin = (at: Date | null) =>
      under.query('update agreements set content_deletion_begun_at = $2 where agreement_id = $1', [
        agreementId,
        at,
      ]);
    await begin(paidAt);
    expect(await heard()).toMatchObject(over);
    await begin(null);
    expect((await heard()).status).toBe(200);
    await stands('released');
    expect(await heard()).toMatchObject(over);
    freeze(daysAfter(paidAt, 32.1));
    await rounds();
    await deleted(under, saved);
    expect(await heard()).toMatchObject(over);
  });

  it("keeps its content while a bank's chargeback over released money is open, in whatever order it is told", async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    const [first, second] = [uuidv7(), uuidv7()];
    const tell = async (change: EscrowChanged['change'], version: number, escrowId = first) => {
      const event = under.event(escrowChanged, {
        ...{ escrowId, agreementId: saved.agreementId, buyerId: 1, change, state: 'released', version },
        ...{ by: 'stripe', amountCents: 200_000, currency: 'usd', changedAt: paidAt.toISOString() },
      });
      await under.deliver(event);
      await under.deliver(event);
      await under.handled(event, 'note-held-payment', 2);
    };
    const deletionsBy = async (day: number) => {
      freeze(daysAfter(paidAt, day));
      await rounds();
      return under.query(
        `select 1 from jobs where name = 'delete-content' and payload ->> 'agreementId' = $1`,
        [saved.agreementId],
      );
    };
    await tell('released', 3);
    await tell('held', 2, second);
    // Of an escrow that is not the newest, and after a step that it was before.
    await tell('decided', 5);
    await tell('chargeback', 4);
    await tell('released', 3, second);
    expect(await deletionsBy(30)).toEqual([]);
    // Another dispute begins when the first one is over.
    await tell('chargeback', 7);
    await tell('chargeback-won', 6);
    expect(await deletionsBy(31.1)).toEqual([]);
    expect(await logged(under, saved, 'deletion-blocked')).toBe(1);
    const original = `/api/agreements/${saved.agreementId}/audio?format=original`;
    expect((await under.call(original, user(OWNER))).status).toBe(200);
    await tell('charged-back', 8);
    freeze(daysAfter(paidAt, 32.2));
    await rounds();
    await deleted(under, saved);
    expect(await objectsOf(under, await recordingOf(under, saved))).toEqual([]);
  });

  it('keeps its content while a bank is sending a protected payment, in whatever order it is told', async () => {
    const paidAt = new Date();
    const saved = await paidAgreement(under, audio, paidAt);
    const escrowId = uuidv7();
    const tell = async (change: EscrowChanged['change'], version: number, state: EscrowChanged['state']) => {
      const event = under.event(escrowChanged, {
        ...{ escrowId, agreementId: saved.agreementId, buyerId: 1, change, state, version, by: 'stripe' },
        ...{ amountCents: 200_000, currency: 'usd', changedAt: daysAfter(paidAt, version).toISOString() },
      });
      await under.deliver(event);
      await under.handled(event, 'note-held-payment');
    };
    const deletionsBy = async (day: number) => {
      freeze(daysAfter(paidAt, day));
      await rounds();
      return under.query(
        `select 1 from jobs where name = 'delete-content' and payload ->> 'agreementId' = $1`,
        [saved.agreementId],
      );
    };
    await tell('opened', 1, 'requires_payment');
    await tell('bank-taking', 4, 'requires_payment');
    // Of the try before.
    await tell('bank-refused', 3, 'requires_payment');
    expect(await deletionsBy(30)).toEqual([]);
    expect(await logged(under, saved, 'deletion-blocked')).toBe(1);
    const original = `/api/agreements/${saved.agreementId}/audio?format=original`;
    expect((await under.call(original, user(OWNER))).status).toBe(200);
    expect(await deletionsBy(31)).toEqual([]);
    await tell('failed', 5, 'failed');
    freeze(daysAfter(paidAt, 32.1));
    await rounds();
    await deleted(under, saved);
  });

  it('goes at the end of access where a protected payment waits for its buyer, or a bank has refused it', async () => {
    const paidAt = new Date();
    const [unpaid, refused] = [
      await paidAgreement(under, audio, paidAt),
      await paidAgreement(under, audio, paidAt),
    ];
    for (const [{ agreementId }, changes] of [
      [unpaid, ['opened']],
      [refused, ['opened', 'bank-taking', 'bank-refused']],
    ] as const) {
      const escrowId = uuidv7();
      for (const [index, change] of changes.entries()) {
        const event = under.event(escrowChanged, {
          ...{ escrowId, agreementId, buyerId: 1, change, state: 'requires_payment', version: index + 1 },
          ...{ by: 'stripe', amountCents: 200_000, currency: 'usd' },
          changedAt: daysAfter(paidAt, index).toISOString(),
        });
        await under.deliver(event);
        await under.handled(event, 'note-held-payment');
      }
    }
    freeze(daysAfter(paidAt, 30));
    await rounds();
    for (const saved of [unpaid, refused]) {
      await deleted(under, saved);
      expect(await logged(under, saved, 'deletion-blocked')).toBe(0);
    }
  });

  it('looks at the money once more when the deletion begins, which may have waited', async () => {
    const { agreementId, ...rest } = await paidAgreement(under, audio, new Date());
    const saved = { ...rest, agreementId };
    const payload = { agreementId, reason: 'access-ended' } as const;
    const begin = async () => {
      const { signal } = new AbortController();
      const commit = await under.service.app
        .get(DeleteContent)
        .run({ payload, signal } as JobRun<typeof payload>);
      await under.service.app.get(Outbox).transaction(commit);
    };
    await under.query(`update agreements set escrow_status = 'held' where agreement_id = $1`, [agreementId]);
    await begin();
    expect((await statusOf(under, saved)).isDeleted).toBe(false);
    expect(await objectsOf(under, await recordingOf(under, saved))).toHaveLength(1);
    expect(await logged(under, saved, 'deletion-blocked')).toBe(1);
    expect(
      await under.query(
        `select 1 from deadlines where agreement_id = $1 and kind = 'content-end' and done_at is null
           and due_at between now() + interval '23 hours' and now() + interval '25 hours'`,
        [agreementId],
      ),
    ).toHaveLength(1);
    await under.query(`update agreements set escrow_status = 'released' where agreement_id = $1`, [
      agreementId,
    ]);
    await begin();
    expect((await statusOf(under, saved)).isDeleted).toBe(true);
  });
});
