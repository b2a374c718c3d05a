import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Principal, visitor } from '#platform';
import { codeDigits } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET } from './agreements-under-test.js';
import {
  consent,
  consentForm,
  currentKey,
  decline,
  eventsOf,
  invitedAgreement,
  keepEvents,
  logOf,
  OWNER,
  send,
  typesOf,
} from './invitations.fixture.js';
import { recordAnswer, recordTone, savedAgreement } from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let answer: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-codes-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  answer = await recordAnswer(join(folder, 'answer.webm'));
  under = await AgreementsUnderTest.start({ STRANGERS_PER_ADDRESS: '1000' });
  await keepEvents(under);
}, 120_000);

afterEach(() => under.setClock(new Date()));

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const UNKNOWN = '1000000000000000';
const path = (agreementId: string, act: string) => `/api/agreements/remote/${agreementId}/${act}`;
const ask = (agreementId: string, act: string) => send(under, 'POST', path(agreementId, act));
const confirm = (agreementId: string, code: unknown) =>
  send<{ code?: string; key?: string; expiresAt?: string; triesLeft?: number }>(
    under,
    'POST',
    path(agreementId, 'code/confirm'),
    { code },
  );
const later = (ms: number) => under.setClock(new Date(Date.now() + ms));
const service: Principal = { kind: 'service', id: 0, sessionId: null, name: 'notifications' };

/** The digits of the newest code, as its mail gets them. */
async function mailedCode(agreementId: string): Promise<string> {
  const [row] = await under.query<{ id: string }>(
    'select id from consent_codes where agreement_id = $1 order by issued_at desc limit 1',
    [agreementId],
  );
  return codeDigits(LINK_SECRET, agreementId, row?.id ?? '');
}

const otherThan = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, '0');

describe('asking for the link', () => {
  it('has it mailed to the invited address, and written down', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    expect((await ask(agreementId, 'send-link')).status).toBe(204);
    const [event] = await eventsOf(under, agreementId, 'agreements.link.requested');
    expect(event?.data).toEqual({ agreementId, ownerId: OWNER, requestId: expect.any(String) });
    expect((await logOf(under, agreementId)).at(-1)).toMatchObject({
      type: 'link-requested',
      actor: 'visitor',
      address: '127.0.0.1',
    });
  });

  it('mails once an hour, whoever asks and however often; the link before it goes on working', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const key = await currentKey(under, agreementId);
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(agreementId, 'send-link')));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await eventsOf(under, agreementId, 'agreements.link.requested')).toHaveLength(1);
    await later(HOUR_MS + 1000);
    await ask(agreementId, 'send-link');
    expect(await eventsOf(under, agreementId, 'agreements.link.requested')).toHaveLength(2);
    expect((await under.call(`${path(agreementId, 'outline')}?key=${key}`, visitor)).status).toBe(200);
  });

  it.each(['send-link', 'code'])('%s answers the same when there is nobody to mail', async (act) => {
    const { agreementId: unpaid } = await savedAgreement(under, audio, OWNER, { isRemoteContract: true });
    const { agreementId: inPerson } = await savedAgreement(under, audio, OWNER);
    const { agreementId: declined } = await invitedAgreement(under, audio);
    await decline(under, declined);
    const { agreementId: open } = await invitedAgreement(under, audio);
    const took: number[] = [];
    for (const agreementId of [open, unpaid, inPerson, declined, UNKNOWN]) {
      const began = performance.now();
      const { status, body } = await ask(agreementId, act);
      took.push(Math.round((performance.now() - began) / 200));
      expect([status, String(body)]).toEqual([204, '']);
    }
    // Answers come at whole steps of 200 ms.
    expect(Math.min(...took)).toBeGreaterThanOrEqual(1);
    for (const agreementId of [unpaid, inPerson, declined]) {
      expect(await typesOf(under, agreementId)).not.toContain('link-requested');
      expect(await typesOf(under, agreementId)).not.toContain('code-sent');
    }
    expect((await ask('12', act)).status).toBe(404);
  });
});

describe('a code', () => {
  it('opens for an hour what the mailed key opens, and the consent remembers it', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    expect((await ask(agreementId, 'code')).status).toBe(204);
    const code = await mailedCode(agreementId);
    const [event] = await eventsOf(under, agreementId, 'agreements.code.issued');
    expect(JSON.stringify([event, await logOf(under, agreementId)])).not.toContain(code);
    const { codeId } = (event ?? { data: {} }).data as { codeId: string };
    const told = `/internal/agreements/${agreementId}/codes/${codeId}`;
    expect((await under.call(told, service)).body).toMatchObject({ code });
    const { status, body } = await confirm(agreementId, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect([status, body]).toEqual([200, { key: expect.any(String), expiresAt: expect.any(String) }]);
    const key = body.key ?? '';
    expect((await under.call(`${path(agreementId, 'outline')}?key=${key}`, visitor)).status).toBe(200);
    expect((await under.call(told, service)).status).toBe(410);
    expect((await consent(under, agreementId, consentForm(answer, { key }))).status).toBe(201);
    const log = await logOf(under, agreementId);
    expect(log.slice(4).map(({ type, actor }) => [type, actor])).toEqual([
      ['code-sent', 'visitor'],
      ['code-confirmed', 'party-b'],
      ['consented', 'party-b'],
    ]);
    expect(log.at(-1)?.detail).toMatchObject({ via: 'code', isKeyed: true });
    const kept =
      'select via, address, device, code_id is not null as coded from consents where agreement_id = $1';
    expect(await under.query(kept, [agreementId])).toEqual([
      { via: 'code', address: '127.0.0.1', device: 'Browser of party B', coded: true },
    ]);
  });

  it('is how party A is told that the invitation was opened, which the link is otherwise', async () => {
    const opened = async (agreementId: string, key: string) => {
      await send(under, 'POST', path(agreementId, 'view'), { key });
      const [event] = await eventsOf(under, agreementId, 'agreements.invitation.opened');
      return event?.data as { isKeyed: boolean; via?: string };
    };
    const { agreementId } = await invitedAgreement(under, audio);
    await ask(agreementId, 'code');
    const { body } = await confirm(agreementId, await mailedCode(agreementId));
    expect(await opened(agreementId, body.key ?? '')).toMatchObject({ isKeyed: true, via: 'code' });
    const { agreementId: other } = await invitedAgreement(under, audio);
    expect(await opened(other, await currentKey(under, other))).not.toHaveProperty('via');
  });

  it('key is worth no more than the number after an hour', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await ask(agreementId, 'code');
    const { body } = await confirm(agreementId, await mailedCode(agreementId));
    await later(HOUR_MS + 1000);
    const heard = await under.call(`${path(agreementId, 'outline')}?key=${body.key}`, visitor);
    expect(heard).toMatchObject({ status: 403, body: { code: 'link_required' } });
    expect((await under.call(`/api/agreements/remote/${agreementId}?key=${body.key}`, visitor)).status).toBe(
      200,
    );
  });

  it('has five tries, also for guesses at the same moment', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await ask(agreementId, 'code');
    const code = await mailedCode(agreementId);
    const guesses = Array.from({ length: 12 }, (_, n) => confirm(agreementId, otherThan(code, n + 1)));
    const answers = await Promise.all(guesses);
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(7).fill(410),
      ...Array(5).fill(422),
    ]);
    const left = answers.map(({ body }) => body.triesLeft).filter((n) => n !== undefined);
    expect(left.sort()).toEqual([0, 1, 2, 3, 4]);
    expect(await confirm(agreementId, code)).toMatchObject({ status: 410, body: { code: 'code_expired' } });
    expect((await typesOf(under, agreementId)).filter((type) => type === 'code-wrong')).toHaveLength(5);
  });

  it('is taken on the fifth try', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await ask(agreementId, 'code');
    const code = await mailedCode(agreementId);
    for (const n of [1, 2, 3, 4]) {
      expect(await confirm(agreementId, otherThan(code, n))).toMatchObject({
        status: 422,
        body: { code: 'code_wrong', triesLeft: 5 - n },
      });
    }
    expect((await confirm(agreementId, code)).status).toBe(200);
  });

  it('works once, for ten minutes, until there is a newer one', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await ask(agreementId, 'code');
    const first = await mailedCode(agreementId);
    await ask(agreementId, 'code');
    expect(await eventsOf(under, agreementId, 'agreements.code.issued')).toHaveLength(1);
    await later(MINUTE_MS + 1000);
    await ask(agreementId, 'code');
    const second = await mailedCode(agreementId);
    expect(second).not.toBe(first);
    expect((await confirm(agreementId, first)).status).toBe(422);
    const both = await Promise.all([confirm(agreementId, second), confirm(agreementId, second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    await ask(agreementId, 'code');
    await later(3 * MINUTE_MS);
    await ask(agreementId, 'code');
    const third = await mailedCode(agreementId);
    await later(14 * MINUTE_MS);
    expect((await confirm(agreementId, third)).status).toBe(410);
  });

  it.each([
    ['send-link', 'agreements.link.requested'],
    ['code', 'agreements.code.issued'],
  ])('%s goes on once a clock that was ahead is put back, at its pace', async (act, type) => {
    const { agreementId } = await invitedAgreement(under, audio);
    const asked = async () => {
      await ask(agreementId, act);
      return (await eventsOf(under, agreementId, type)).length;
    };
    for (let hour = 0; hour < 10; hour += 2) {
      await later(10 * DAY_MS + hour * HOUR_MS);
      await asked();
    }
    await later(0);
    expect(await asked()).toBe(6);
    expect(await asked()).toBe(6);
    await later(HOUR_MS + 1000);
    expect(await asked()).toBe(7);
  });

  it('goes out ten times a day', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    for (let minute = 0; minute < 24; minute += 2) {
      await later(minute * MINUTE_MS);
      await ask(agreementId, 'code');
    }
    expect(await eventsOf(under, agreementId, 'agreements.code.issued')).toHaveLength(10);
  });

  it('that is none is refused, and changes nothing', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    await ask(agreementId, 'code');
    for (const code of ['12345', '1234567', 'abcdef', '', 123456, null, ['123456'], '１２３４５６']) {
      expect((await confirm(agreementId, code)).status).toBe(400);
    }
    expect(await typesOf(under, agreementId)).not.toContain('code-wrong');
    expect((await confirm(UNKNOWN, '123456')).body).toMatchObject({ code: 'code_expired' });
  });
});
