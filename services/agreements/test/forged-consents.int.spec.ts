import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS, type Principal, visitor } from '#platform';
import { audioKey, codeKey, mailedConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET, user } from './agreements-under-test.js';
import { admin, type Body, confirmCode, mailedCode, remote, seen } from './forged-consents.fixture.js';
import {
  consent,
  consentForm,
  currentKey,
  invitedAgreement,
  keepEvents,
  OWNER,
  send,
  typesOf,
  viewOf,
} from './invitations.fixture.js';
import { recordAnswer, recordTone } from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let answer: Buffer;
let earlier: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-forged-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  answer = await recordAnswer(join(folder, 'answer.webm'));
  earlier = await recordAnswer(join(folder, 'earlier.webm'));
  under = await AgreementsUnderTest.start({ STRANGERS_PER_ADDRESS: '1000' }, { hasRounds: false });
  await keepEvents(under);
}, 120_000);

afterEach(() => under.setClock(new Date()));

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const later = (ms: number) => under.setClock(new Date(Date.now() + ms));
const wrong = (digits: string, n: number) => String((Number(digits) + n) % 1_000_000).padStart(6, '0');

/** Everything that needs a key, tried with this one: hearing, and answering both ways. */
async function everyWay(id: string, key: string | null, who: Principal = visitor): Promise<string[]> {
  const query = key === null ? '' : `?key=${encodeURIComponent(key)}`;
  const form = consentForm(answer, { key });
  return [
    seen(await under.call<Body>(remote(id, 'audio') + query, who)),
    seen(await under.call<Body>(remote(id, 'outline') + query, who)),
    seen(await send<Body>(under, 'POST', remote(id, 'decline'), { reason: 'Not me', key }, who)),
    seen(await under.call<Body>(remote(id, 'consent'), who, { method: 'POST', body: form })),
  ];
}

const four = (outcome: string) => [outcome, outcome, outcome, outcome];

async function expectUntouched(id: string): Promise<void> {
  expect(await viewOf(under, id)).toMatchObject({
    status: 'awaiting_party',
    consents: [],
    consentedAt: null,
  });
  expect(await under.query('select 1 from consents where agreement_id = $1', [id])).toEqual([]);
}

describe('somebody who is not party B, from afar', () => {
  let id: string;
  let other: string;

  beforeAll(async () => {
    id = (await invitedAgreement(under, audio)).agreementId;
    other = (await invitedAgreement(under, audio)).agreementId;
  }, 60_000);

  afterEach(() => expectUntouched(id));

  const notFound = four('404 agreement_not_found');
  const needsLink = four('403 link_required');

  it('1: with the number alone', async () => expect(await everyWay(id, null)).toEqual(needsLink));
  it('2: with party A’s session', async () =>
    expect(await everyWay(id, null, user(OWNER))).toEqual(needsLink));
  it('3: with another user’s session', async () =>
    expect(await everyWay(id, null, user(OWNER + 1))).toEqual(needsLink));
  it('4: with an administrator’s session', async () =>
    expect(await everyWay(id, null, admin)).toEqual(needsLink));
  it('5: with the key of another agreement', async () =>
    expect(await everyWay(id, await currentKey(under, other))).toEqual(notFound));
  it('6: with a tampered key', async () => {
    const key = await currentKey(under, id);
    const last = key.at(-1) === 'A' ? 'B' : 'A';
    for (const forged of [
      key.slice(0, -1),
      `${key}A`,
      `0${key.slice(1)}`,
      `${key.slice(0, 40)}${last}${key.slice(41)}`,
    ]) {
      if (forged !== key) expect(await everyWay(id, forged)).toEqual(notFound);
    }
  });
  it('7: with an empty key, and with the number as the key', async () => {
    expect(await everyWay(id, '')).toEqual(notFound);
    expect(await everyWay(id, id)).toEqual(notFound);
  });
  it('8: with the keys of mailed recordings, and of a confirmation', async () => {
    for (const key of [
      audioKey(LINK_SECRET, id, 'a'),
      audioKey(LINK_SECRET, id, 'b'),
      mailedConfirmationKey(LINK_SECRET, id),
    ]) {
      expect(await everyWay(id, key)).toEqual(notFound);
    }
  });
  it('9: with a link that a reminder replaced', async () => {
    const old = await currentKey(under, id);
    await send(under, 'POST', `/api/agreements/${id}/remind`, undefined, user(OWNER));
    expect(await everyWay(id, old)).toEqual(notFound);
  });
  it('10: with a link that has expired', async () => {
    const key = await currentKey(under, id);
    await later(15 * 24 * HOUR_MS);
    expect(await everyWay(id, key)).toEqual(four('410 invitation_expired'));
  });
  it('11: with guesses at a code, many at once: five are looked at, and then not even the right one', async () => {
    const { digits } = await mailedCode(under, id);
    const guesses = Array.from({ length: 20 }, (_, n) => confirmCode(under, id, wrong(digits, n + 1)));
    const outcomes = (await Promise.all(guesses)).map(seen);
    expect(outcomes.filter((one) => one === '422 code_wrong')).toHaveLength(5);
    expect(outcomes.filter((one) => one === '410 code_expired')).toHaveLength(15);
    expect(seen(await confirmCode(under, id, digits))).toBe('410 code_expired');
  });
  it('12: with the key of a code that nobody confirmed', async () => {
    await later(2 * MINUTE_MS);
    const { codeId } = await mailedCode(under, id);
    // Whoever could make this would have the secret; even then the row says that the code was not entered.
    expect(await everyWay(id, codeKey(LINK_SECRET, id, codeId))).toEqual(needsLink);
    expect(await everyWay(id, codeKey(LINK_SECRET, other, codeId))).toEqual(notFound);
  });
  it('13: with the code of another agreement', async () => {
    await later(4 * MINUTE_MS);
    await mailedCode(under, id);
    expect(seen(await confirmCode(under, id, (await mailedCode(under, other)).digits))).toBe(
      '422 code_wrong',
    );
  });
  it('14: with a code that was replaced by a newer one, and with one of eleven minutes ago', async () => {
    await later(6 * MINUTE_MS);
    const { digits } = await mailedCode(under, id);
    await later(8 * MINUTE_MS);
    const newer = await mailedCode(under, id);
    expect(seen(await confirmCode(under, id, digits))).toBe('422 code_wrong');
    await later(19 * MINUTE_MS);
    expect(seen(await confirmCode(under, id, newer.digits))).toBe('410 code_expired');
  });
  it('15: with a code’s key after its hour, and with the code once more', async () => {
    await later(30 * MINUTE_MS);
    const { digits } = await mailedCode(under, id);
    const { body } = await confirmCode(under, id, digits);
    expect(seen(await confirmCode(under, id, digits))).toBe('410 code_expired');
    await later(30 * MINUTE_MS + HOUR_MS + 1000);
    expect(await everyWay(id, body.key ?? '')).toEqual(needsLink);
  });
  it('16: with a code’s key after a reminder took the place of the link', async () => {
    await later(3 * HOUR_MS);
    const { digits } = await mailedCode(under, id);
    const { body } = await confirmCode(under, id, digits);
    await send(under, 'POST', `/api/agreements/${id}/remind`, undefined, user(OWNER));
    expect(await everyWay(id, body.key ?? '')).toEqual(notFound);
  });
});

describe('somebody who comes too late', () => {
  it('17: with link and code after party A has cancelled', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    const key = await currentKey(under, id);
    const { digits } = await mailedCode(under, id);
    await send(under, 'POST', `/api/agreements/${id}/cancel`, {}, user(OWNER));
    expect(await everyWay(id, key)).toEqual(four('410 invitation_cancelled'));
    expect(seen(await confirmCode(under, id, digits))).toBe('410 code_expired');
    expect(await viewOf(under, id)).toMatchObject({ status: 'cancelled', consents: [] });
  });

  it('18: with link and code after party B has answered', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    const { digits } = await mailedCode(under, id);
    expect((await consent(under, id, consentForm(earlier))).status).toBe(201);
    const before = await typesOf(under, id);
    expect(await everyWay(id, await currentKey(under, id))).toEqual(four('409 invitation_answered'));
    expect(await everyWay(id, null)).toEqual(four('409 invitation_answered'));
    expect(seen(await confirmCode(under, id, digits))).toBe('410 code_expired');
    expect(await typesOf(under, id)).toEqual(before);
  });
});
