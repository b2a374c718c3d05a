import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AgreementStatus,
  agreementStatuses,
  type EventEnvelope,
  mailFailed,
  transcriptCompleted,
  transcriptFailed,
} from '#contracts';
import { DAY_MS, type Principal } from '#platform';
import { eventually } from '#testing';
import { moves } from '../src/agreements/agreement.state.js';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { round } from './deadlines.fixture.js';
import {
  consent,
  consentForm,
  decline,
  keepEvents,
  OWNER,
  pay,
  send,
  viewOf,
} from './invitations.fixture.js';
import { recordAnswer, recordTone, savedAgreement } from './recordings.fixture.js';

const admin: Principal = { kind: 'admin', id: 3, sessionId: null };

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let answer: Buffer;
let firstAnswer: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-moves-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  answer = await recordAnswer(join(folder, 'answer.webm'));
  firstAnswer = await recordAnswer(join(folder, 'first-answer.webm'));
  under = await AgreementsUnderTest.start({}, { hasRounds: false });
  await keepEvents(under);
}, 120_000);

afterEach(() => under.setClock(new Date()));

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const handled = async (event: EventEnvelope, handler: string) => {
  await under.deliver(event);
  await under.handled(event, handler);
};
const completion = (agreementId: string) =>
  under.event(transcriptCompleted, {
    ...{ agreementId, ownerId: OWNER, transcriptId: randomUUID(), sha256: 'c'.repeat(64) },
    ...{ durationMs: 1000, segmentCount: 2, engine: 'pocketsphinx', isDraft: true },
  });
const failure = (agreementId: string) =>
  under.event(transcriptFailed, { agreementId, ownerId: OWNER, reason: 'timeout' });
const afterDays = async (days: number) => {
  await under.setClock(new Date(Date.now() + days * DAY_MS));
  await round(under.service);
};

/** What a person may ask for, as calls. */
const calls: Record<string, (id: string) => Promise<{ status: number; body: { code?: string } }>> = {
  resend: (id) => send(under, 'POST', `/api/agreements/${id}/resend`, undefined, user(OWNER)),
  remind: (id) => send(under, 'POST', `/api/agreements/${id}/remind`, undefined, user(OWNER)),
  'correct party B': (id) =>
    send(under, 'PATCH', `/api/agreements/${id}/party-b`, { email: 'new@example.test' }, user(OWNER)),
  cancel: (id) => send(under, 'POST', `/api/agreements/${id}/cancel`, { reason: 'over' }, user(OWNER)),
  'cancel as admin': (id) =>
    send(under, 'POST', `/api/admin/agreements/${id}/cancel`, { reason: 'reported' }, admin),
  view: (id) => send(under, 'POST', `/api/agreements/remote/${id}/view`, {}),
  consent: (id) => consent<{ code?: string }>(under, id, consentForm(answer)),
  decline: (id) => decline(under, id),
};

/** In which status each call is answered with success. */
const open: Record<AgreementStatus, readonly string[]> = {
  pending: ['resend', 'cancel'],
  awaiting_party: [
    ...['remind', 'correct party B', 'cancel', 'cancel as admin', 'view', 'consent', 'decline'],
  ],
  processing: [],
  completed: [],
  cancelled: [],
};

/** Makes a remote agreement and brings it to a status by calls and events only. */
async function agreementIn(status: AgreementStatus): Promise<string> {
  const { agreementId } = await savedAgreement(under, audio, OWNER, { isRemoteContract: true });
  if (status !== 'pending') await pay(under, agreementId);
  if (status === 'cancelled') await calls.cancel?.(agreementId);
  if (status === 'processing' || status === 'completed') {
    // Not the recording that the refused consent brings: that one would be answered with its own receipt.
    await consent(under, agreementId, consentForm(firstAnswer));
  }
  if (status === 'completed') await handled(completion(agreementId), 'complete-agreement');
  expect(await viewOf(under, agreementId)).toMatchObject({ status });
  return agreementId;
}

/** Everything that is stored about an agreement. */
async function stored(agreementId: string) {
  const tables = ['recordings', 'invitations', 'consents', 'deadlines', 'agreement_events', 'agreements'];
  const rows = await Promise.all(
    tables.map((table) =>
      under.query(`select to_jsonb(t) as row from ${table} t where agreement_id = $1 order by 1`, [
        agreementId,
      ]),
    ),
  );
  const events = await under.query('select envelope from events_of_test where subject = $1', [agreementId]);
  const recordings = await under.query<{ id: string }>('select id from recordings where agreement_id = $1', [
    agreementId,
  ]);
  // Those of expired contracts go in their own time: only its own are looked at.
  const objects = (await under.objects()).filter((path) => recordings.some(({ id }) => path.includes(id)));
  return { rows, events, objects };
}

type Drive = (agreementId: string) => Promise<unknown>;

/** Every step of the table by a real call or event. */
const drivers: Record<string, Drive> = {
  'pending, cancelled → cancelled (by_creator)': (id) => calls.cancel?.(id) ?? Promise.reject(),
  'pending, cancelled → cancelled (unpaid_expired)': () => afterDays(31),
  'pending, paid → awaiting_party (null)': (id) => pay(under, id),
  'awaiting_party, consented → processing (null)': (id) => calls.consent?.(id) ?? Promise.reject(),
  'awaiting_party, cancelled → cancelled (declined)': (id) => calls.decline?.(id) ?? Promise.reject(),
  'awaiting_party, cancelled → cancelled (by_creator)': (id) => calls.cancel?.(id) ?? Promise.reject(),
  'awaiting_party, cancelled → cancelled (by_admin)': (id) =>
    calls['cancel as admin']?.(id) ?? Promise.reject(),
  'awaiting_party, cancelled → cancelled (no_answer)': () => afterDays(31),
  'processing, transcript-failed → processing (needs_fallback)': (id) =>
    handled(failure(id), 'offer-fallback'),
  'processing, transcript-completed → completed (null)': (id) =>
    handled(completion(id), 'complete-agreement'),
};

/** The one step that remote agreements do not make. */
const IN_PERSON = 'pending, paid → processing (null)';

describe('every step of the table', () => {
  it('has a driver here', () => {
    const steps = moves.flatMap(({ from, on, to, reasons }) =>
      reasons.map((reason) => `${from}, ${on} → ${to} (${reason})`),
    );
    expect(steps.sort()).toEqual([...Object.keys(drivers), IN_PERSON].sort());
  });

  it(`is made by a real call or event: ${IN_PERSON}`, async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    await pay(under, agreementId);
    expect(await viewOf(under, agreementId)).toMatchObject({ status: 'processing', statusReason: null });
  });

  it.each(Object.entries(drivers))('is made by a real call or event: %s', async (name, drive) => {
    const [, from = '', to = '', reason = ''] = /^(\w+), [\w-]+ → (\w+) \((\w+)\)$/.exec(name) ?? [];
    const agreementId = await agreementIn(from as AgreementStatus);
    await drive(agreementId);
    expect(await viewOf(under, agreementId)).toMatchObject({
      status: to,
      statusReason: reason === 'null' ? null : reason,
    });
  });
});

describe('every other call', () => {
  const refused = agreementStatuses.flatMap((status) =>
    Object.keys(calls)
      .filter((call) => !open[status].includes(call))
      .map((call) => [call, status] as const),
  );

  it.each(agreementStatuses)('on a contract that is %s is refused and leaves nothing', async (status) => {
    const agreementId = await agreementIn(status);
    const before = await stored(agreementId);
    const objects = await under.objects();
    for (const [call] of refused.filter(([, refusedIn]) => refusedIn === status)) {
      const answered = await calls[call]?.(agreementId);
      // Party B reads of a cancelled contract that it is gone.
      const isGone = status === 'cancelled' && ['view', 'consent', 'decline'].includes(call);
      expect([call, answered?.status]).toEqual([call, isGone ? 410 : 409]);
    }
    expect(await stored(agreementId)).toEqual(before);
    expect((await under.objects()).filter((path) => !objects.includes(path))).toEqual([]);
  });

  it.each(Object.entries(open).flatMap(([status, names]) => names.map((name) => [name, status] as const)))(
    '%s is answered on one that is %s',
    async (name, status) => {
      const agreementId = await agreementIn(status as AgreementStatus);
      expect((await calls[name]?.(agreementId))?.status).toBeLessThan(300);
    },
  );
});

describe('every other event', () => {
  it.each(['pending', 'awaiting_party', 'cancelled'] as const)(
    'about the transcript of a contract that is %s changes nothing',
    async (status) => {
      const agreementId = await agreementIn(status);
      const before = await stored(agreementId);
      const dead = await under.deadLetters('complete-agreement');
      await handled(failure(agreementId), 'offer-fallback');
      await under.deliver(completion(agreementId));
      await eventually(
        async () => expect(await under.deadLetters('complete-agreement')).toBe(dead + 1),
        10_000,
        'a dead letter',
      );
      expect(await stored(agreementId)).toEqual(before);
    },
  );

  it('tells again of the transcript that completed a contract, and changes nothing', async () => {
    const agreementId = await agreementIn('completed');
    const before = await stored(agreementId);
    const dead = await under.deadLetters('complete-agreement');
    await handled(completion(agreementId), 'complete-agreement');
    await handled(failure(agreementId), 'offer-fallback');
    expect(await stored(agreementId)).toEqual(before);
    expect(await under.deadLetters('complete-agreement')).toBe(dead);
  });

  it.each(['awaiting_party', 'processing', 'completed', 'cancelled'] as const)(
    'a second payment of one that is %s is on record and changes nothing else',
    async (status) => {
      const agreementId = await agreementIn(status);
      const before = await viewOf(under, agreementId);
      const { events } = await stored(agreementId);
      await pay(under, agreementId);
      expect(await viewOf(under, agreementId)).toEqual(before);
      expect((await stored(agreementId)).events).toEqual(events);
    },
  );

  it('delivered twice has one effect', async () => {
    const agreementId = await agreementIn('awaiting_party');
    const event = under.event(mailFailed, {
      ...{ agreementId, template: 'invitation' },
      ...{ recipient: 'partyB' as const, outcome: 'undelivered' as const },
    });
    await handled(event, 'note-mail-failure');
    const after = await stored(agreementId);
    await under.deliver(event);
    await under.handled(event, 'note-mail-failure', 2);
    expect(await stored(agreementId)).toEqual(after);
  });
});
