import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountChanged,
  addressConfirmed,
  type EventEnvelope,
  mailFailed,
  paymentSucceeded,
  recordingPrepared,
  recordingPreviewed,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { DAY_MS, HOUR_MS } from '#platform';
import { eventually } from '#testing';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { recordTone, type SavedBody, savedAgreement } from './recordings.fixture.js';

const OWNER = 51;
/** Lately, so that nothing is due of what is paid. */
const PAID_AT = new Date(Date.now() - HOUR_MS).toISOString();

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-consumers-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  under = await AgreementsUnderTest.start();
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const twice = async (event: EventEnvelope, handler: string) => {
  for (const times of [1, 2]) {
    await under.deliver(event);
    await under.handled(event, handler, times);
  }
  expect(await under.deadLetters(handler)).toBe(0);
};

const paymentFor = (saved: SavedBody) =>
  under.event(paymentSucceeded, {
    paymentId: randomUUID(),
    agreementId: saved.agreementId,
    userId: OWNER,
    purpose: 'contract',
    amountCents: 500,
    currency: 'usd',
    receiptNumber: 'SSC-2026-000001',
    paidAt: PAID_AT,
  });

const progressOf = (
  saved: SavedBody,
  stage: 'preparing' | 'transcribing',
  percent: number,
  occurredAt: string,
) => ({
  ...under.event(transcriptProgressed, { agreementId: saved.agreementId, ownerId: OWNER, stage, percent }),
  occurredAt,
});

const completionOf = (saved: SavedBody) =>
  under.event(transcriptCompleted, {
    agreementId: saved.agreementId,
    ownerId: OWNER,
    transcriptId: randomUUID(),
    sha256: 'c'.repeat(64),
    durationMs: 1000,
    segmentCount: 2,
    engine: 'pocketsphinx',
    isDraft: true,
  });

const failureOf = (saved: SavedBody, reason = 'timeout') =>
  under.event(transcriptFailed, { agreementId: saved.agreementId, ownerId: OWNER, reason });

const view = async (saved: SavedBody) =>
  (await under.call<Record<string, unknown>>(`/api/agreements/${saved.agreementId}`, user(OWNER))).body;

const logTypes = async (saved: SavedBody) =>
  (
    await under.query<{ type: string }>(
      'select type from agreement_events where agreement_id = $1 order by seq',
      [saved.agreementId],
    )
  ).map((row) => row.type);

const published = async (saved: SavedBody, type: string) =>
  (await under.told(saved.agreementId)).filter((event) => event.type === type);

const paidAgreement = async () => {
  const saved = await savedAgreement(under, audio, OWNER);
  const payment = paymentFor(saved);
  await under.deliver(payment);
  await under.handled(payment, 'mark-paid');
  return saved;
};

describe('a payment', () => {
  it('delivered twice unlocks once', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    await twice(paymentFor(saved), 'mark-paid');
    expect(await view(saved)).toMatchObject({
      status: 'processing',
      paidAt: PAID_AT,
      expiresAt: new Date(Date.parse(PAID_AT) + 30 * DAY_MS).toISOString(),
      transcript: { stage: 'queued', percent: 0 },
    });
    expect(await logTypes(saved)).toEqual(['recorded', 'claimed', 'paid']);
    expect(await published(saved, 'agreements.agreement.paid')).toMatchObject([
      { data: { ownerId: OWNER, status: 'processing', paidAt: PAID_AT } },
    ]);
  });

  it('that comes at the same moment many times over unlocks once', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const event = paymentFor(saved);
    await Promise.all(Array.from({ length: 8 }, () => under.deliver(event)));
    await under.handled(event, 'mark-paid', 8);
    expect(await logTypes(saved)).toEqual(['recorded', 'claimed', 'paid']);
    expect(await under.deadLetters('mark-paid')).toBe(0);
  });

  it('for a remote contract waits for the other party', async () => {
    const saved = await savedAgreement(under, audio, OWNER, { isRemoteContract: true });
    await twice(paymentFor(saved), 'mark-paid');
    expect(await view(saved)).toMatchObject({ status: 'awaiting_party', transcript: { stage: 'none' } });
  });

  it('that comes late, or a second one, is on record and changes nothing else', async () => {
    const saved = await paidAgreement();
    const before = await view(saved);
    const second = paymentFor(saved);
    await under.deliver(second);
    await under.handled(second, 'mark-paid');
    expect(await view(saved)).toEqual(before);
    await under.query(`update agreements set status = 'cancelled' where agreement_id = $1`, [
      saved.agreementId,
    ]);
    const third = paymentFor(saved);
    await under.deliver(third);
    await under.handled(third, 'mark-paid');
    expect(await view(saved)).toMatchObject({ status: 'cancelled' });
    expect(await logTypes(saved)).toEqual(['recorded', 'claimed', 'paid', 'paid-late', 'paid-late']);
    expect(await published(saved, 'agreements.agreement.paid')).toHaveLength(1);
  });

  it('for an agreement that does not exist is kept among the dead letters', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const before = await under.deadLetters('mark-paid');
    await under.deliver(paymentFor({ ...saved, agreementId: '1000000000000000' }));
    await eventually(
      async () => expect(await under.deadLetters('mark-paid')).toBe(before + 1),
      5000,
      'a dead letter',
    );
  });
});

describe('a prepared recording', () => {
  it('delivered twice is attached once', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const [recording] = await under.query<{ id: string }>(
      'select id from recordings where agreement_id = $1',
      [saved.agreementId],
    );
    const recordingId = recording?.id ?? '';
    const object = (name: string, mime: string) => ({
      key: `derived/${recordingId}/${name}`,
      mime,
      bytes: 10,
      sha256: 'a'.repeat(64),
    });
    const event = under.event(recordingPrepared, {
      agreementId: saved.agreementId,
      recordingId,
      durationMs: 1000,
      mp3: object('audio.mp3', 'audio/mpeg'),
      webm: object('audio.webm', 'audio/webm'),
      preview: object('preview.mp3', 'audio/mpeg'),
      outline: [0.1, 0.9],
    });
    await under.deliver(event);
    await under.handled(event, 'attach-derived');
    const row = () =>
      under.query('select mp3, webm, preview, outline, prepared_at from recordings where id = $1', [
        recordingId,
      ]);
    const attached = await row();
    expect(attached).toMatchObject([
      { mp3: event.data.mp3, webm: event.data.webm, preview: event.data.preview, outline: [0.1, 0.9] },
    ]);
    await under.deliver(event);
    await under.handled(event, 'attach-derived', 2);
    expect(await row()).toEqual(attached);
    expect(await under.deadLetters('attach-derived')).toBe(0);
  });

  it('of the preview, delivered twice, attaches it once and takes nothing away', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const [recording] = await under.query<{ id: string }>(
      `update recordings set mp3 = '{"key": "made/already", "bytes": 1, "sha256": "${'b'.repeat(64)}"}' where agreement_id = $1 returning id`,
      [saved.agreementId],
    );
    const preview = { key: 'derived/preview.mp3', mime: 'audio/mpeg', bytes: 10, sha256: 'a'.repeat(64) };
    const event = under.event(recordingPreviewed, {
      ...{ agreementId: saved.agreementId, recordingId: recording?.id ?? '', durationMs: 1000 },
      ...{ preview, outline: [0.1, 0.9] },
    });
    const row = () =>
      under.query('select mp3, webm, preview, outline from recordings where id = $1', [recording?.id]);
    for (const times of [1, 2]) {
      await under.deliver(event);
      await under.handled(event, 'attach-preview', times);
      const mp3 = { key: 'made/already', bytes: 1, sha256: 'b'.repeat(64) };
      expect(await row()).toEqual([{ mp3, webm: null, preview, outline: [0.1, 0.9] }]);
    }
    expect(await under.deadLetters('attach-preview')).toBe(0);
  });

  it('that come after the recording was deleted bring nothing back', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const [recording] = await under.query<{ id: string }>(
      'update recordings set deleted_at = now() where agreement_id = $1 returning id',
      [saved.agreementId],
    );
    const preview = { key: 'derived/preview.mp3', mime: 'audio/mpeg', bytes: 10, sha256: 'a'.repeat(64) };
    const made = { agreementId: saved.agreementId, recordingId: recording?.id ?? '', durationMs: 1000 };
    await twice(under.event(recordingPreviewed, { ...made, preview, outline: [0.1, 0.9] }), 'attach-preview');
    const copies = { mp3: preview, webm: preview, preview, outline: [0.1, 0.9] };
    await twice(under.event(recordingPrepared, { ...made, ...copies }), 'attach-derived');
    expect(
      await under.query('select mp3, webm, preview, outline from recordings where id = $1', [recording?.id]),
    ).toEqual([{ mp3: null, webm: null, preview: null, outline: null }]);
    expect(
      await under.query('select 1 from recording_copies where recording_id = $1', [recording?.id]),
    ).toEqual([]);
  });
});

describe('news of the transcript', () => {
  it('delivered twice or out of order shows the newest', async () => {
    const saved = await paidAgreement();
    const newer = progressOf(saved, 'transcribing', 60, '2026-11-21T10:00:09.000Z');
    const older = progressOf(saved, 'preparing', 90, '2026-11-21T10:00:05.000Z');
    await twice(newer, 'show-progress');
    await twice(older, 'show-progress');
    expect(await view(saved)).toMatchObject({ transcript: { stage: 'transcribing', percent: 60 } });
  });

  it('says nothing before the payment and after the end', async () => {
    const unpaid = await savedAgreement(under, audio, OWNER);
    await twice(progressOf(unpaid, 'transcribing', 10, '2026-11-21T10:00:09.000Z'), 'show-progress');
    expect(await view(unpaid)).toMatchObject({ transcript: { stage: 'none', percent: 0 } });

    const saved = await paidAgreement();
    const completion = completionOf(saved);
    await under.deliver(completion);
    await under.handled(completion, 'complete-agreement');
    await twice(progressOf(saved, 'transcribing', 70, '2099-01-01T00:00:00.000Z'), 'show-progress');
    expect(await view(saved)).toMatchObject({
      status: 'completed',
      transcript: { stage: 'done', percent: 100 },
    });
  });
});

describe('a finished transcript', () => {
  it('delivered twice completes once, with both hashes in the log and in the event', async () => {
    const saved = await paidAgreement();
    await twice(completionOf(saved), 'complete-agreement');
    expect(await view(saved)).toMatchObject({ status: 'completed', statusReason: null });
    expect(await logTypes(saved)).toEqual(['recorded', 'claimed', 'paid', 'completed']);
    const [entry] = await under.query<{ detail: object }>(
      `select detail from agreement_events where agreement_id = $1 and type = 'completed'`,
      [saved.agreementId],
    );
    expect(entry?.detail).toEqual({
      audioSha256: saved.sha256,
      transcriptSha256: 'c'.repeat(64),
      engine: 'pocketsphinx',
      isDraft: true,
    });
    expect(await published(saved, 'agreements.agreement.completed')).toMatchObject([
      { data: { audioSha256: saved.sha256, transcriptSha256: 'c'.repeat(64), ownerId: OWNER } },
    ]);
  });
});

describe('a transcript that was made again', () => {
  it('delivered twice is logged with both hashes and sealed once more, and nobody is mailed again', async () => {
    const saved = await paidAgreement();
    await twice(completionOf(saved), 'complete-agreement');
    const again = completionOf(saved);
    await twice(
      { ...again, data: { ...again.data, sha256: 'd'.repeat(64), isDraft: false } },
      'complete-agreement',
    );
    expect(await view(saved)).toMatchObject({ status: 'completed' });
    expect((await logTypes(saved)).filter((type) => type !== 'sealed')).toEqual([
      ...['recorded', 'claimed', 'paid', 'completed', 'transcribed-again'],
    ]);
    const [entry] = await under.query<{ detail: object }>(
      `select detail from agreement_events where agreement_id = $1 and type = 'transcribed-again'`,
      [saved.agreementId],
    );
    expect(entry?.detail).toEqual({
      transcriptSha256: 'd'.repeat(64),
      replacesSha256: 'c'.repeat(64),
      engine: 'pocketsphinx',
      isDraft: false,
    });
    const seals = await under.query<{ version: number }>(
      'select version from seals where agreement_id = $1 order by version',
      [saved.agreementId],
    );
    expect(seals.map(({ version }) => version)).toEqual([1, 2]);
    expect(await published(saved, 'agreements.agreement.completed')).toHaveLength(1);
  });

  it('stays, whatever an event says that is older', async () => {
    const saved = await paidAgreement();
    const versions = ['c', 'd', 'e'].map((letter, index) => {
      const event = completionOf(saved);
      const occurredAt = new Date(Date.UTC(2026, 10, 21, 10, index)).toISOString();
      return { ...event, occurredAt, data: { ...event.data, sha256: letter.repeat(64) } };
    });
    const [first, second, third] = versions;
    if (!first || !second || !third) throw new Error('three were made');
    const hash = async () =>
      (
        await under.query<{ transcript_sha256: string }>(
          'select transcript_sha256 from agreements where agreement_id = $1',
          [saved.agreementId],
        )
      )[0]?.transcript_sha256;
    await twice(second, 'complete-agreement');
    await twice(first, 'complete-agreement');
    expect(await hash()).toBe(second.data.sha256);
    expect(await logTypes(saved)).not.toContain('transcribed-again');
    await twice(third, 'complete-agreement');
    await twice(second, 'complete-agreement');
    await twice({ ...first, id: randomUUID() }, 'complete-agreement');
    expect(await hash()).toBe(third.data.sha256);
    expect((await logTypes(saved)).filter((type) => type === 'transcribed-again')).toHaveLength(1);
  });

  it('made by a clock that was ahead hides none that comes after it', async () => {
    const saved = await paidAgreement();
    const ahead = completionOf(saved);
    const occurredAt = new Date(Date.now() + 3 * DAY_MS).toISOString();
    await twice({ ...ahead, occurredAt }, 'complete-agreement');
    const newer = completionOf(saved);
    await twice({ ...newer, data: { ...newer.data, sha256: 'd'.repeat(64) } }, 'complete-agreement');
    expect((await logTypes(saved)).filter((type) => type === 'transcribed-again')).toHaveLength(1);
  });
});

describe('a transcript that failed', () => {
  it('delivered twice asks for another way once; a later success completes all the same', async () => {
    const saved = await paidAgreement();
    await twice(failureOf(saved), 'offer-fallback');
    expect(await view(saved)).toMatchObject({
      status: 'processing',
      statusReason: 'needs_fallback',
      transcript: { stage: 'failed' },
    });
    expect(await logTypes(saved)).toEqual(['recorded', 'claimed', 'paid', 'transcription-failed']);
    await twice(completionOf(saved), 'complete-agreement');
    expect(await view(saved)).toMatchObject({ status: 'completed', statusReason: null });
  });

  it('is logged once while it fails again for the same reason', async () => {
    const saved = await paidAgreement();
    for (const reason of ['timeout', 'timeout', 'quota', 'quota', 'timeout']) {
      await twice(failureOf(saved, reason), 'offer-fallback');
    }
    const rows = await under.query<{ reason: string }>(
      `select detail ->> 'reason' as reason from agreement_events
       where agreement_id = $1 and type = 'transcription-failed' order by seq`,
      [saved.agreementId],
    );
    expect(rows.map(({ reason }) => reason)).toEqual(['timeout', 'quota', 'timeout']);
    expect(await view(saved)).toMatchObject({ statusReason: 'needs_fallback' });
  });

  it('changes nothing once the agreement is complete', async () => {
    const saved = await paidAgreement();
    await twice(completionOf(saved), 'complete-agreement');
    await twice(failureOf(saved), 'offer-fallback');
    expect(await view(saved)).toMatchObject({ status: 'completed', transcript: { stage: 'done' } });
    expect(await logTypes(saved)).toEqual(['recorded', 'claimed', 'paid', 'completed']);
  });
});

describe('an owner who confirms an address', () => {
  const ownerId = 52;
  const confirmed = () =>
    under.event(addressConfirmed, { userId: ownerId, confirmedAt: '2026-11-22T10:00:00.000Z' });
  const pay = async (saved: SavedBody) => {
    const payment = paymentFor(saved);
    const event = { ...payment, data: { ...payment.data, userId: ownerId } };
    await under.deliver(event);
    await under.handled(event, 'mark-paid');
  };

  it('is told of for each paid contract of theirs that is still there, once', async () => {
    const [paid, unpaid, deleted] = [
      await savedAgreement(under, audio, ownerId),
      await savedAgreement(under, audio, ownerId),
      await savedAgreement(under, audio, ownerId),
    ];
    for (const saved of [paid, deleted]) await pay(saved);
    await under.query('update agreements set content_deleted_at = now() where agreement_id = $1', [
      deleted.agreementId,
    ]);
    const others = await paidAgreement();
    await twice(confirmed(), 'offer-mails-again');
    expect(await published(paid, 'agreements.owner.reachable')).toMatchObject([
      { data: { agreementId: paid.agreementId, ownerId, confirmedAt: '2026-11-22T10:00:00.000Z' } },
    ]);
    for (const saved of [unpaid, deleted, others])
      expect(await published(saved, 'agreements.owner.reachable')).toEqual([]);
  });

  it('instead of another one is told of for each paid contract whose mails came back, once', async () => {
    const [returned, arrived, unpaid] = [
      await savedAgreement(under, audio, ownerId),
      await savedAgreement(under, audio, ownerId),
      await savedAgreement(under, audio, ownerId),
    ];
    for (const saved of [returned, arrived]) await pay(saved);
    for (const { agreementId } of [returned, unpaid]) {
      const failed = { agreementId, template: 'receipt', recipient: 'partyA', outcome: 'bounced' } as const;
      await twice(under.event(mailFailed, failed), 'note-mail-failure');
    }
    const change = (kind: 'password' | 'email') =>
      under.event(accountChanged, { userId: ownerId, changeId: randomUUID(), kind });
    const problems = async () => {
      const sql = 'select mail_problem from agreements where agreement_id = any($1) order by id';
      const ids = [returned, arrived, unpaid].map(({ agreementId }) => agreementId);
      const rows = await under.query<{ mail_problem: string | null }>(sql, [ids]);
      return rows.map(({ mail_problem }) => mail_problem);
    };
    await twice(change('password'), 'offer-failed-mails-again');
    expect(await problems()).toEqual(['partyA:bounced', null, 'partyA:bounced']);
    const changed = change('email');
    await twice(changed, 'offer-failed-mails-again');
    expect(await published(returned, 'agreements.owner.reachable')).toMatchObject([
      {
        data: {
          ...{ agreementId: returned.agreementId, ownerId },
          ...{ confirmedAt: changed.occurredAt, isFailedOnly: true },
        },
      },
    ]);
    expect(await problems()).toEqual([null, null, null]);
    for (const saved of [arrived, unpaid])
      expect(await published(saved, 'agreements.owner.reachable')).toEqual([]);
  });
});
