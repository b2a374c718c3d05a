import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { transcriptCompleted } from '#contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Principal, visitor } from '#platform';
import { lockAgreement } from '../src/agreements/agreements.repository.js';
import { EventLog } from '../src/event-log/event-log.module.js';
import { matchDevice } from '../src/parties/consent-checks.js';
import { audioKey, mailedConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET, user } from './agreements-under-test.js';
import { admin, type Body, confirmCode, mailedCode, remote, seen } from './forged-consents.fixture.js';
import {
  consent,
  consentForm,
  currentKey,
  eventsOf,
  forgetSounds,
  invitedAgreement,
  keepEvents,
  logOf,
  OWNER,
  pay,
  send,
  typesOf,
  viewOf,
} from './invitations.fixture.js';
import { recordAnswer, recordTone, savedAgreement } from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let answer: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-confirmed-'));
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

const later = (ms: number) => under.setClock(new Date(Date.now() + ms));

describe('a consent that was given', () => {
  const gradesOf = async (id: string) => {
    const { consents } = (await viewOf(under, id)) as {
      consents: { party: string; kind: string; grade: string }[];
    };
    return consents.map(({ party, kind, grade }) => `${party} ${kind} ${grade}`);
  };

  it('19a: has the grade of the link; a forwarded one has it, too', async () => {
    const { agreementId: byLink } = await invitedAgreement(under, audio);
    await consent(under, byLink, consentForm(answer));
    expect(await gradesOf(byLink)).toEqual([
      'a agreement voice_only',
      'b recording confirmed_by_link',
      'b agreement confirmed_by_link',
    ]);
  });

  it('19b: has the grade of the code, with address and device', async () => {
    const { agreementId: byCode } = await invitedAgreement(under, audio);
    const { digits } = await mailedCode(under, byCode);
    const { key } = (await confirmCode(under, byCode, digits)).body;
    await consent(under, byCode, consentForm(answer, { key }));
    expect((await viewOf(under, byCode)).consents).toMatchObject([
      { party: 'a' },
      {
        ...{ party: 'b', kind: 'recording', grade: 'confirmed_by_code', maskedEmail: 'b***@example.test' },
        origin: { address: '127.0.0.1', device: 'Browser of party B' },
      },
      { kind: 'agreement', grade: 'confirmed_by_code' },
    ]);
    const found = await under.call<Body[]>(`/api/admin/agreements?q=${byCode}`, admin);
    expect(found.body[0]).toMatchObject({ consents: [{}, { grade: 'confirmed_by_code' }, {}] });
  });

  it('20: with the number alone, from a time when that was enough, is shown as unconfirmed', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    await consent(under, id, consentForm(answer));
    await under.query(`update consents set via = 'number', invitation_id = null where agreement_id = $1`, [
      id,
    ]);
    expect(await gradesOf(id)).toContain('b agreement unconfirmed');
  });
});

describe('party A’s device in the place of party B’s', () => {
  const ofB = async (id: string) => {
    const { consents } = (await viewOf(under, id)) as { consents: Record<string, unknown>[] };
    return consents.filter(({ party }) => party === 'b');
  };
  const giveWith = async (id: string, who: Principal, headers: Record<string, string>) => {
    const form = consentForm(answer, { key: await currentKey(under, id) });
    const call = { method: 'POST', body: form, headers };
    await forgetSounds(under, id);
    expect((await under.call(remote(id, 'consent'), who, call)).status).toBe(201);
  };
  const other = { 'user-agent': 'Phone of party B' };

  it('37: with party A’s session it is shown as that, and not as confirmed by the link', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    await giveWith(id, user(OWNER), other);
    expect(await ofB(id)).toMatchObject([
      { grade: 'same_device', maskedEmail: null },
      { grade: 'same_device' },
    ]);
    expect((await logOf(under, id)).at(-1)).toMatchObject({ detail: { via: 'link', deviceMatch: 'same' } });
  });

  it('38: with the claim that the recording browser was given, also when logged out; not with another one', async () => {
    const [mine, foreign] = [await invitedAgreement(under, audio), await invitedAgreement(under, audio)];
    const cookie = (claim: string) => ({
      ...other,
      cookie: `ssc_claim_${mine.agreementId}=${claim}; ssc_claim_${foreign.agreementId}=${mine.claimToken}`,
    });
    await giveWith(mine.agreementId, visitor, cookie(mine.claimToken));
    expect((await ofB(mine.agreementId))[1]).toMatchObject({ grade: 'same_device' });
    await giveWith(foreign.agreementId, visitor, cookie('x'));
    expect((await ofB(foreign.agreementId))[1]).toMatchObject({ grade: 'confirmed_by_link' });
  });

  it('39: from the same address with the same kind of browser the grade stays, and that is said beside it', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    const [{ device } = { device: null }] = await logOf(under, id);
    await giveWith(id, visitor, { 'user-agent': device ?? '' });
    expect((await ofB(id))[1]).toMatchObject({ grade: 'confirmed_by_link', isDeviceAlike: true });
    const { agreementId: apart } = await invitedAgreement(under, audio);
    await giveWith(apart, user(OWNER + 1), other);
    expect((await ofB(apart))[1]).toMatchObject({ grade: 'confirmed_by_link', isDeviceAlike: false });
  });

  it('looks alike from another address of the same network, as IPv6 gives one by the day', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    const match = (address: string) =>
      under.service.app.get(DataSource).transaction(async (manager) => {
        const agreement = await lockAgreement(manager, id);
        const visit = { origin: { address, device: 'Firefox' }, caller: visitor, claim: null };
        return matchDevice(manager, agreement, visit);
      });
    await under.service.app.get(DataSource).transaction((manager) =>
      under.service.app.get(EventLog).append(manager, id, {
        ...{ type: 'reminded', actor: `user:${OWNER}`, detail: {} },
        origin: { address: '2001:db8:1:2::a', device: 'Firefox' },
      }),
    );
    expect(await match('2001:db8:1:2::b')).toBe('alike');
    expect(await match('2001:db8:1:3::a')).toBeNull();
  });

  it('is named in the log of a "no" with party B’s key, too', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    const body = { reason: 'No.', key: await currentKey(under, id) };
    await send(under, 'POST', remote(id, 'decline'), body, user(OWNER), other);
    expect((await logOf(under, id)).at(-1)).toMatchObject({
      ...{ type: 'declined', actor: 'party-b' },
      detail: { reason: 'declined', deviceMatch: 'same' },
    });
  });

  it('40: a yes afterwards on party A’s device makes nothing surer', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    await giveWith(id, user(OWNER), other);
    const body = { key: mailedConfirmationKey(LINK_SECRET, id), answer: 'yes' };
    await send(under, 'POST', remote(id, 'confirmation'), body, user(OWNER), other);
    expect((await ofB(id))[1]).toMatchObject({ grade: 'same_device' });
  });
});

describe('whether it was party B, asked of people in one room', () => {
  async function together(): Promise<string> {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    await pay(under, agreementId);
    return agreementId;
  }
  const say = (id: string, key: string, what: 'yes' | 'no', reason?: string) =>
    send<Body>(
      under,
      'POST',
      remote(id, 'confirmation'),
      { key, answer: what, ...(reason ? { reason } : {}) },
      visitor,
      { 'user-agent': 'Phone of party B' },
    );
  const show = (id: string, who: Principal = user(OWNER)) =>
    send<Body>(under, 'POST', `/api/agreements/${id}/confirmation-link`, undefined, who);
  const screenKey = async (id: string) =>
    new URL((await show(id)).body.url ?? '').searchParams.get('key') ?? '';
  const mailKey = (id: string) => mailedConfirmationKey(LINK_SECRET, id);
  const read = (id: string, key: string) => under.call<Body>(remote(id, `confirmation?key=${key}`), visitor);
  const ofB = async (id: string) => {
    const { consents } = (await viewOf(under, id)) as { consents: Record<string, unknown>[] };
    return consents.find(({ party }) => party === 'b');
  };

  it('21: nobody asked is the voice alone, also once the contract is complete', async () => {
    const id = await together();
    const event = under.event(transcriptCompleted, {
      ...{ agreementId: id, ownerId: OWNER, transcriptId: randomUUID(), sha256: 'c'.repeat(64) },
      ...{ durationMs: 1000, segmentCount: 2, engine: 'pocketsphinx', isDraft: true },
    });
    await under.deliver(event);
    await under.handled(event, 'complete-agreement');
    expect(await viewOf(under, id)).toMatchObject({ status: 'completed' });
    expect(await ofB(id)).toMatchObject({ grade: 'voice_only', origin: null, maskedEmail: null });
  });

  it('22: with the mailed link it is confirmed by link, once, with address and device', async () => {
    const id = await together();
    const [first, again] = [await say(id, mailKey(id), 'yes'), await say(id, mailKey(id), 'yes')];
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect(first.body).toMatchObject({ answer: 'yes', via: 'link', hasAudioRecording: true });
    expect(JSON.stringify(first.body)).not.toMatch(/[a-z]@|127\.0\.0\.1|Phone/);
    expect(await ofB(id)).toMatchObject({
      ...{ grade: 'confirmed_by_link', maskedEmail: 'b***@example.test' },
      origin: { address: '127.0.0.1', device: 'Phone of party B' },
    });
    expect(await eventsOf(under, id, 'agreements.consent.confirmed')).toHaveLength(1);
  });

  it('22a: with the mailed link it shows that the address gets mail; from a screen it does not', async () => {
    const id = await together();
    const problem = 'partyA:undelivered,partyB:bounced';
    await under.query('update agreements set mail_problem = $2 where agreement_id = $1', [id, problem]);
    await say(id, await screenKey(id), 'yes');
    expect(await viewOf(under, id)).toMatchObject({ mailProblem: problem });
    await say(id, mailKey(id), 'no');
    expect(await viewOf(under, id)).toMatchObject({ mailProblem: 'partyA:undelivered' });
  });

  it('23: from party A’s screen it is that, and no more, also when party A scans it; the mail makes it more', async () => {
    const id = await together();
    await say(id, await screenKey(id), 'yes');
    expect(await ofB(id)).toMatchObject({ grade: 'confirmed_on_screen', maskedEmail: null });
    expect((await logOf(under, id)).slice(-2)).toMatchObject([
      { type: 'confirmation-shown', actor: `user:${OWNER}`, address: '127.0.0.1' },
      { type: 'consent-confirmed', actor: 'party-b', detail: { via: 'screen' }, device: 'Phone of party B' },
    ]);
    await say(id, mailKey(id), 'yes');
    expect(await ofB(id)).toMatchObject({ grade: 'confirmed_by_link' });
  });

  it('24: with keys that are none: of another agreement, tampered, of an invitation, of a recording, none at all', async () => {
    const [id, other] = [await together(), await together()];
    const { agreementId: invited } = await invitedAgreement(under, audio);
    const screen = await screenKey(id);
    const moved = screen.replace(/^s\.(\d+)/, (_all, seconds: string) => `s.${Number(seconds) + 1}`);
    const keys = [
      ...[
        mailKey(other),
        await screenKey(other),
        `${mailKey(id).slice(0, -1)}_`,
        moved,
        `s${mailKey(id).slice(1)}`,
      ],
      ...[await currentKey(under, invited), audioKey(LINK_SECRET, id, 'b'), '', 's..', `m${screen.slice(1)}`],
    ];
    for (const key of keys.filter((one) => one !== mailKey(id))) {
      expect([key, seen(await say(id, key, 'yes'))]).toEqual([key, '404 agreement_not_found']);
      expect(seen(await say(id, key, 'no'))).toBe('404 agreement_not_found');
      for (const sound of ['audio', 'outline']) {
        const heard = `${remote(id, `confirmation/${sound}`)}?key=${encodeURIComponent(key)}`;
        expect((await under.call<Body>(heard, visitor)).status).toBe(404);
      }
    }
    const own = `${remote(id, 'confirmation/outline')}?key=${encodeURIComponent(mailKey(id))}`;
    expect(await under.call(own, visitor)).toMatchObject({ status: 200, body: { peaks: [] } });
    expect(await ofB(id)).toMatchObject({ grade: 'voice_only' });
    expect((await send<Body>(under, 'POST', remote(id, 'confirmation'), { answer: 'yes' })).status).toBe(400);
    expect(await under.query('select 1 from confirmations where agreement_id = $1', [id])).toEqual([]);
  });

  it('25: from a screen of sixteen minutes ago nothing opens; who opened it in time hears and answers for an hour', async () => {
    const [id, late] = [await together(), await together()];
    const [key, lateKey] = [await screenKey(id), await screenKey(late)];
    const outline = (one: string, itsKey: string) =>
      under.call(`${remote(one, 'confirmation/outline')}?key=${itsKey}`, visitor);
    await later(14 * MINUTE_MS);
    expect((await read(id, key)).status).toBe(200);
    await later(16 * MINUTE_MS);
    expect(seen(await read(id, key))).toBe('410 link_invalid');
    expect((await outline(id, key)).status).toBe(200);
    expect(await say(id, key, 'yes')).toMatchObject({ status: 200, body: { via: 'screen', answer: 'yes' } });
    await later(76 * MINUTE_MS);
    expect((await outline(late, lateKey)).status).toBe(410);
    expect(seen(await say(late, lateKey, 'yes'))).toBe('410 link_invalid');
    expect(await ofB(late)).toMatchObject({ grade: 'voice_only' });
  });

  it('26: the code is shown to the owner alone, and only of a contract of people in one room', async () => {
    const id = await together();
    expect(seen(await show(id, user(OWNER + 1)))).toBe('404 agreement_not_found');
    expect((await show(id, visitor)).status).toBe(401);
    expect((await show(id, admin)).status).toBe(403);
    const { agreementId: invited } = await invitedAgreement(under, audio);
    const { agreementId: unpaid } = await savedAgreement(under, audio, OWNER);
    for (const one of [invited, unpaid]) expect(seen(await show(one))).toBe('409 invalid_transition');
    expect(seen(await say(unpaid, mailKey(unpaid), 'yes'))).toBe('409 invitation_not_paid');
    expect(seen(await say(invited, mailKey(invited), 'yes'))).toBe('409 invalid_transition');
  });

  it('26a: opened again, the code that is open is shown once more, and the log grows by nothing', async () => {
    const id = await together();
    const shown = async () => (await show(id)).body;
    const rows = async () =>
      (await typesOf(under, id)).filter((type) => type === 'confirmation-shown').length;
    const first = await shown();
    for (const again of await Promise.all(Array.from({ length: 10 }, shown))) expect(again).toEqual(first);
    await later(4 * MINUTE_MS);
    expect(await shown()).toEqual(first);
    expect(await rows()).toBe(1);
    // It can be scanned for a while longer, but whoever opens it now may need more than that while.
    await later(9 * MINUTE_MS);
    const second = await shown();
    expect(second.url).not.toBe(first.url);
    expect(await rows()).toBe(2);
    const secondKey = new URL(second.url ?? '').searchParams.get('key') ?? '';
    await later(19 * MINUTE_MS);
    expect((await read(id, secondKey)).status).toBe(200);
    for (const { url } of [first, second]) {
      const key = new URL(url ?? '').searchParams.get('key') ?? '';
      expect((await say(id, key, 'yes')).status).toBe(200);
    }
  });

  it('26b: twenty codes a day are enough for everybody', async () => {
    const id = await together();
    for (let n = 0; n < 20; n += 1) {
      await later(n * 11 * MINUTE_MS);
      expect((await show(id)).status).toBe(200);
    }
    await later(20 * 11 * MINUTE_MS);
    const { status, body, headers } = await show(id);
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(HOUR_MS / 1000);
    expect((await typesOf(under, id)).filter((type) => type === 'confirmation-shown')).toHaveLength(20);
    await later(DAY_MS + 20 * 11 * MINUTE_MS);
    expect((await show(id)).status).toBe(200);
  });

  it('27: an objection stays, whoever says yes afterwards, and everybody is told once', async () => {
    const id = await together();
    await say(id, await screenKey(id), 'yes');
    const objected = await say(id, mailKey(id), 'no', ' I was in Rome. ');
    expect(objected).toMatchObject({ status: 200, body: { answer: 'no' } });
    for (const key of [mailKey(id), await screenKey(id)]) {
      expect(seen(await say(id, key, 'yes'))).toBe('409 already_objected');
      expect((await say(id, key, 'no', 'Once more')).status).toBe(200);
    }
    expect(await ofB(id)).toMatchObject({
      ...{ grade: 'objected', objectedGrade: 'confirmed_on_screen' },
      objection: { reason: 'I was in Rome.', via: 'link', device: 'Phone of party B' },
    });
    expect(await eventsOf(under, id, 'agreements.consent.objected')).toHaveLength(1);
    expect((await typesOf(under, id)).filter((type) => type === 'consent-objected')).toHaveLength(1);
  });

  it('27a: one over party A’s screen, which party A may have scanned, lowers no confirmation by link', async () => {
    const id = await together();
    await say(id, mailKey(id), 'yes');
    const key = await screenKey(id);
    const asA = await send(under, 'POST', remote(id, 'confirmation'), { key, answer: 'no' }, user(OWNER));
    expect(seen(asA)).toBe('403 link_required');
    expect(await ofB(id)).toMatchObject({ grade: 'confirmed_by_link', objection: null });
    expect((await say(id, mailKey(id), 'no')).body.answer).toBe('no');
    expect(await ofB(id)).toMatchObject({ grade: 'objected', objection: { via: 'link' } });
  });

  it('27b: nor does it keep party B from answering through the own mail, with yes or no', async () => {
    for (const [what, grade] of [
      ['yes', 'confirmed_by_link'],
      ['no', 'objected'],
    ] as const) {
      const id = await together();
      await say(id, await screenKey(id), 'no', 'I was in Rome.');
      expect(await ofB(id)).toMatchObject({ grade: 'objected', objection: { via: 'screen' } });
      expect(seen(await say(id, await screenKey(id), 'yes'))).toBe('409 already_objected');
      const path = `${remote(id, 'confirmation')}?key=${mailKey(id)}`;
      expect((await under.call<Body>(path, visitor)).body.answer).toBeNull();
      expect((await say(id, mailKey(id), what)).body.answer).toBe(what);
      expect(await ofB(id)).toMatchObject({ grade });
    }
  });

  it('40a: a yes on another device after one on party A’s makes it surer, and is kept once', async () => {
    const id = await together();
    const body = { key: mailKey(id), answer: 'yes' };
    for (let n = 0; n < 2; n += 1)
      await send(under, 'POST', remote(id, 'confirmation'), body, user(OWNER), { 'user-agent': 'Laptop' });
    expect(await ofB(id)).toMatchObject({ grade: 'same_device' });
    expect((await read(id, mailKey(id))).body).toMatchObject({ answer: 'yes', isOnDeviceOfA: true });
    for (let n = 0; n < 2; n += 1) {
      expect((await say(id, mailKey(id), 'yes')).body).toMatchObject({ answer: 'yes', isOnDeviceOfA: false });
    }
    expect(await ofB(id)).toMatchObject({
      grade: 'confirmed_by_link',
      origin: { device: 'Phone of party B' },
    });
    expect(await eventsOf(under, id, 'agreements.consent.confirmed')).toHaveLength(2);
  });

  it('40b: of a yes on party A’s device it is said which it is, whatever shows on another way', async () => {
    const id = await together();
    expect((await read(id, mailKey(id))).body).toMatchObject({ answer: null, isOnDeviceOfA: false });
    const key = await screenKey(id);
    expect((await say(id, key, 'yes')).body).toMatchObject({ answer: 'yes', isOnDeviceOfA: false });
    const body = { key: mailKey(id), answer: 'yes' };
    await send(under, 'POST', remote(id, 'confirmation'), body, user(OWNER), { 'user-agent': 'Laptop' });
    expect(await ofB(id)).toMatchObject({ grade: 'confirmed_on_screen' });
    expect((await read(id, mailKey(id))).body).toMatchObject({ answer: 'yes', isOnDeviceOfA: true });
    expect((await read(id, key)).body).toMatchObject({ answer: 'yes', isOnDeviceOfA: false });
    expect((await say(id, mailKey(id), 'no')).body).toMatchObject({ answer: 'no', isOnDeviceOfA: false });
  });

  it('28: an objection to an answer from afar, by whoever reads party B’s mail, stays as well', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    await consent(under, id, consentForm(answer));
    expect((await say(id, mailKey(id), 'no')).status).toBe(200);
    expect(await ofB(id)).toMatchObject({ grade: 'objected', objectedGrade: 'confirmed_by_link' });
  });

  it('29: many yes and no at the same moment: at most one of each, and a no is never lost', async () => {
    const id = await together();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => say(id, mailKey(id), n % 3 === 2 ? 'no' : 'yes')),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const rows = await under.query<{ answer: string }>(
      'select answer from confirmations where agreement_id = $1 order by answer',
      [id],
    );
    expect(rows.filter((row) => row.answer === 'no')).toHaveLength(1);
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(await ofB(id)).toMatchObject({ grade: 'objected' });
  });

  it('30: rows of confirmations can be neither changed nor removed, not even by the owner of the database', async () => {
    const id = await together();
    await say(id, mailKey(id), 'no');
    for (const sql of [
      `update confirmations set answer = 'yes'`,
      'delete from confirmations',
      'truncate confirmations',
    ]) {
      await expect(under.query(sql)).rejects.toThrow('append-only');
    }
    expect(await ofB(id)).toMatchObject({ grade: 'objected' });
  });
});
