import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transcriptCompleted } from '#contracts';
import { HOUR_MS, MINUTE_MS, type Principal, visitor } from '#platform';
import { CAR_SALE, type SpokenLine, speakAgreement } from '#testing';
import { audioKey, codeDigits, codeKey, mailedConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, type Answer, LINK_SECRET, user } from './agreements-under-test.js';
import { tracesOf } from './consent-race.js';
import { COPIES, copyOf } from './copies.fixture.js';
import {
  consent,
  consentAfterOthers,
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
let earlier: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-forged-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  answer = await recordAnswer(join(folder, 'answer.webm'));
  earlier = await recordAnswer(join(folder, 'earlier.webm'));
  under = await AgreementsUnderTest.start({ STRANGERS_PER_ADDRESS: '1000' });
  await keepEvents(under);
}, 120_000);

afterEach(() => under.setClock(new Date()));

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Body {
  code?: string;
  key?: string;
  triesLeft?: number;
  url?: string;
  answer?: string | null;
  [name: string]: unknown;
}

const admin: Principal = { kind: 'admin', id: 1, sessionId: null };
const later = (ms: number) => under.setClock(new Date(Date.now() + ms));
const remote = (id: string, act: string) => `/api/agreements/remote/${id}/${act}`;
const confirmCode = (id: string, code: string) =>
  send<Body>(under, 'POST', remote(id, 'code/confirm'), { code });
const seen = ({ status, body }: Answer<Body>) => `${status} ${body.code ?? 'ok'}`;

/** What the newest mail with a code says. */
async function mailedCode(id: string): Promise<{ digits: string; codeId: string }> {
  await send(under, 'POST', remote(id, 'code'));
  const [row] = await under.query<{ id: string }>(
    'select id from consent_codes where agreement_id = $1 order by issued_at desc limit 1',
    [id],
  );
  const codeId = row?.id ?? '';
  return { codeId, digits: codeDigits(LINK_SECRET, id, codeId) };
}

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
    const { digits } = await mailedCode(id);
    const guesses = Array.from({ length: 20 }, (_, n) => confirmCode(id, wrong(digits, n + 1)));
    const outcomes = (await Promise.all(guesses)).map(seen);
    expect(outcomes.filter((one) => one === '422 code_wrong')).toHaveLength(5);
    expect(outcomes.filter((one) => one === '410 code_expired')).toHaveLength(15);
    expect(seen(await confirmCode(id, digits))).toBe('410 code_expired');
  });
  it('12: with the key of a code that nobody confirmed', async () => {
    await later(2 * MINUTE_MS);
    const { codeId } = await mailedCode(id);
    // Whoever could make this would have the secret; even then the row says that the code was not entered.
    expect(await everyWay(id, codeKey(LINK_SECRET, id, codeId))).toEqual(needsLink);
    expect(await everyWay(id, codeKey(LINK_SECRET, other, codeId))).toEqual(notFound);
  });
  it('13: with the code of another agreement', async () => {
    await later(4 * MINUTE_MS);
    await mailedCode(id);
    expect(seen(await confirmCode(id, (await mailedCode(other)).digits))).toBe('422 code_wrong');
  });
  it('14: with a code that was replaced by a newer one, and with one of eleven minutes ago', async () => {
    await later(6 * MINUTE_MS);
    const { digits } = await mailedCode(id);
    await later(8 * MINUTE_MS);
    const newer = await mailedCode(id);
    expect(seen(await confirmCode(id, digits))).toBe('422 code_wrong');
    await later(19 * MINUTE_MS);
    expect(seen(await confirmCode(id, newer.digits))).toBe('410 code_expired');
  });
  it('15: with a code’s key after its hour, and with the code once more', async () => {
    await later(30 * MINUTE_MS);
    const { digits } = await mailedCode(id);
    const { body } = await confirmCode(id, digits);
    expect(seen(await confirmCode(id, digits))).toBe('410 code_expired');
    await later(30 * MINUTE_MS + HOUR_MS + 1000);
    expect(await everyWay(id, body.key ?? '')).toEqual(needsLink);
  });
  it('16: with a code’s key after a reminder took the place of the link', async () => {
    await later(3 * HOUR_MS);
    const { digits } = await mailedCode(id);
    const { body } = await confirmCode(id, digits);
    await send(under, 'POST', `/api/agreements/${id}/remind`, undefined, user(OWNER));
    expect(await everyWay(id, body.key ?? '')).toEqual(notFound);
  });
});

describe('somebody who comes too late', () => {
  it('17: with link and code after party A has cancelled', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    const key = await currentKey(under, id);
    const { digits } = await mailedCode(id);
    await send(under, 'POST', `/api/agreements/${id}/cancel`, {}, user(OWNER));
    expect(await everyWay(id, key)).toEqual(four('410 invitation_cancelled'));
    expect(seen(await confirmCode(id, digits))).toBe('410 code_expired');
    expect(await viewOf(under, id)).toMatchObject({ status: 'cancelled', consents: [] });
  });

  it('18: with link and code after party B has answered', async () => {
    const { agreementId: id } = await invitedAgreement(under, audio);
    const { digits } = await mailedCode(id);
    expect((await consent(under, id, consentForm(earlier))).status).toBe(201);
    const before = await typesOf(under, id);
    expect(await everyWay(id, await currentKey(under, id))).toEqual(four('409 invitation_answered'));
    expect(await everyWay(id, null)).toEqual(four('409 invitation_answered'));
    expect(seen(await confirmCode(id, digits))).toBe('410 code_expired');
    expect(await typesOf(under, id)).toEqual(before);
  });
});

describe('party A’s own voice in the name of party B', () => {
  let spoken: string;
  let voice: Buffer;
  let id: string;

  const give = (form: FormData) => consent<Body>(under, id, form);
  const printsOf = () =>
    under.query<{ made_at: Date }>(
      `select made_at from sound_prints p join recordings r on r.id = p.recording_id where r.agreement_id = $1`,
      [id],
    );

  beforeAll(async () => {
    spoken = join(folder, 'party-a.wav');
    await speakAgreement(
      spoken,
      CAR_SALE.filter((line) => line.voice === 'a'),
    );
    voice = await readFile(spoken);
    id = (await invitedAgreement(under, voice)).agreementId;
  }, 60_000);

  it('31: as it is, before anything is compared', async () => {
    const before = await tracesOf(under, id);
    expect(seen(await give(consentForm(voice)))).toBe('422 consent_repeats_recording');
    expect(await tracesOf(under, id)).toEqual(before);
    expect(await printsOf()).toEqual([]);
  });

  it.each(Object.keys(COPIES))('32: %s', async (what) => {
    const before = await tracesOf(under, id);
    expect(seen(await give(consentForm(await copyOf(spoken, what))))).toBe('422 consent_repeats_recording');
    expect(await tracesOf(under, id)).toEqual(before);
    expect(await printsOf()).toHaveLength(1);
  });

  it('33: a recording of before, which was replaced', async () => {
    const saved = await savedAgreement(under, voice, OWNER, { isRemoteContract: true });
    const other = await recordAnswer(join(folder, 'second-recording.webm'), 'I sell my old boat to you.');
    const form = new FormData();
    form.append('agreementId', saved.agreementId);
    form.append('audio', new Blob([new Uint8Array(other)]), 'recording.webm');
    const headers = { prefer: 'respond-async' };
    const replaced = await under.call('/api/transcribe', user(OWNER), {
      method: 'POST',
      body: form,
      headers,
    });
    expect(replaced.status).toBe(202);
    await pay(under, saved.agreementId);
    const copy = consentForm(await copyOf(spoken, 'as Opus at 16 kbit/s'));
    expect(seen(await consent<Body>(under, saved.agreementId, copy))).toBe('422 consent_repeats_recording');
  });

  it.each([
    ['silence', 'anullsrc=r=48000:cl=mono:d=4'],
    ['hiss', 'anoisesrc=c=pink:a=0.1:r=48000:d=4:seed=3'],
    ['a tone', 'sine=frequency=440:sample_rate=48000:duration=4'],
  ])('34: %s in the place of words', async (name, source) => {
    const before = await tracesOf(under, id);
    const path = join(folder, `${name.replace(' ', '-')}.wav`);
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, path]);
    expect(seen(await give(consentForm(await readFile(path))))).toBe('422 consent_without_speech');
    expect(await tracesOf(under, id)).toEqual(before);
  });

  it.each<[string, SpokenLine]>([
    [
      'the same words of somebody else',
      { voice: 'b', text: 'I agree to sell my car for two thousand dollars.' },
    ],
    [
      'other words of the same voice',
      { voice: 'a', text: 'Yes, this is fine with me. I will pay on Monday.' },
    ],
    ['three words', { voice: 'b', text: 'Yes, I agree.' }],
  ])('35: not refused are %s', async (_what, line) => {
    const { agreementId } = await invitedAgreement(under, voice);
    const path = join(folder, 'honest.wav');
    await speakAgreement(path, [line]);
    const { status, body } = await consent(under, agreementId, consentForm(await readFile(path)));
    expect([status, body]).toEqual([201, expect.objectContaining({ status: 'processing' })]);
  });

  it('36: what a recording sounds like is found once', async () => {
    await give(consentForm(await copyOf(spoken, 'much louder')));
    const first = await printsOf();
    expect(first).toHaveLength(1);
    await give(consentForm(await copyOf(spoken, 'much louder')));
    expect(await printsOf()).toEqual(first);
  });
});

describe('what party B had said to another agreement', () => {
  const OTHER_OWNER = OWNER + 7;
  const words = 'I have listened to all of it. Yes, I agree to buy the car on Friday.';
  let said: string;
  let offer: Buffer;
  let party: number;

  /** Nobody of another test: what is remembered is of this one alone. */
  const someone = () => {
    party += 1;
    return { partyBEmail: `b${party}@replay.test` };
  };
  const invitedBy = async (ownerId: number, fields: object): Promise<string> => {
    const saved = await savedAgreement(under, audio, ownerId, { isRemoteContract: true, ...fields });
    await pay(under, saved.agreementId, ownerId);
    return saved.agreementId;
  };
  const answerTo = (agreementId: string, recording: Buffer) =>
    consentAfterOthers<Body>(under, agreementId, consentForm(recording));
  const speak = async (name: string, text: string, ...how: string[]): Promise<Buffer> => {
    const path = join(folder, `${name}.wav`);
    await promisify(execFile)('espeak-ng', ['-v', 'en-us+f3', ...how, '-w', path, '--', text]);
    return readFile(path);
  };
  const tracesFor = async (id: string) => {
    const rows = (table: string) => under.query(`select 1 from ${table} where agreement_id = $1`, [id]);
    return [await rows('consents'), await rows('recordings'), await typesOf(under, id)];
  };

  beforeAll(async () => {
    party = 0;
    said = join(folder, 'said-before.wav');
    offer = await speak('said-before', words);
    await under.query('delete from sound_prints');
    expect(seen(await answerTo(await invitedBy(OWNER, someone()), offer))).toBe('201 ok');
  }, 60_000);

  it.each([
    ...['as Opus at 16 kbit/s', 'as MP3 at 32 kbit/s', 'cut to three seconds', 'with silence in front'],
    ...['4 % higher', '4 % faster and higher', 'in noise 10 dB below it'],
  ])('41: party A cannot send it again: %s', async (what) => {
    const id = await invitedBy(OWNER, someone());
    const before = await tracesFor(id);
    expect(seen(await answerTo(id, await copyOf(said, what)))).toBe('422 consent_repeats_recording');
    expect(await tracesFor(id)).toEqual(before);
  });

  it('42: nor the same file, of which nothing else is told than of a copy of party A’s own recording', async () => {
    const id = await invitedBy(OWNER, someone());
    const { status, body } = await answerTo(id, offer);
    const own = await answerTo(id, audio);
    expect([status, own.status]).toEqual([422, 422]);
    const told = ({ code, title, detail, message, errors }: Body) => ({
      code,
      title,
      detail,
      message,
      errors,
    });
    expect(told(body)).toEqual(told(own.body));
    expect(Object.keys(body).sort()).toEqual(Object.keys(own.body).sort());
  });

  it('43: nor from another account to the same address of party B', async () => {
    const sent = await invitedBy(OTHER_OWNER, { partyBEmail: 'b1@replay.test' });
    const copy = await copyOf(said, 'as Opus at 16 kbit/s');
    expect(seen(await answerTo(sent, copy))).toBe('422 consent_repeats_recording');
    // Nobody is told of strangers: neither is compared with the other.
    expect(seen(await answerTo(await invitedBy(OTHER_OWNER, someone()), copy))).toBe('201 ok');
  });

  it('44: nor what was recorded by party A for another agreement, once it is known how that sounds', async () => {
    const spoken = await speak(
      'both-in-it',
      'I sell the blue bicycle. I take it for ninety dollars, I agree.',
    );
    const first = await savedAgreement(under, spoken, OWNER, { isRemoteContract: true, ...someone() });
    await pay(under, first.agreementId);
    const answered = await speak('ninety', 'Ninety dollars is what we said, so this is fine with me.');
    expect(seen(await answerTo(first.agreementId, answered))).toBe('201 ok');
    const part = await copyOf(join(folder, 'both-in-it.wav'), 'cut to three seconds');
    const id = await invitedBy(OWNER, someone());
    expect(seen(await answerTo(id, part))).toBe('422 consent_repeats_recording');
  });

  it.each<[string, string, string[]]>([
    ['other words', 'This is fine. I will take it, and pay by the end of the month.', []],
    ['the same words, said anew', words, ['-s', '135', '-p', '35']],
  ])('45: the same person says %s to the next agreement, and is heard', async (name, text, how) => {
    const id = await invitedBy(OWNER, { partyBEmail: 'b1@replay.test' });
    const anew = await speak(name.replaceAll(' ', '-'), text, ...how);
    expect(seen(await answerTo(id, anew))).toBe('201 ok');
  });

  it('46: what was deleted is remembered no longer', async () => {
    const left = await under.query<{ n: number }>(
      `select count(*)::int as n from sound_prints p join recordings r on r.id = p.recording_id
       where r.party = 'b'`,
    );
    expect(left[0]?.n).toBeGreaterThan(2);
    await under.query('delete from sound_prints');
    const id = await invitedBy(OWNER, someone());
    expect(seen(await answerTo(id, await copyOf(said, 'as MP3 at 32 kbit/s')))).toBe('201 ok');
  });
});

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
    const { digits } = await mailedCode(byCode);
    const { key } = (await confirmCode(byCode, digits)).body;
    await consent(under, byCode, consentForm(answer, { key }));
    expect((await viewOf(under, byCode)).consents).toMatchObject([
      { party: 'a' },
      {
        ...{ party: 'b', kind: 'recording', grade: 'confirmed_by_code', maskedEmail: 'b…@example.test' },
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
      ...{ grade: 'confirmed_by_link', maskedEmail: 'b…@example.test' },
      origin: { address: '127.0.0.1', device: 'Phone of party B' },
    });
    expect(await eventsOf(under, id, 'agreements.consent.confirmed')).toHaveLength(1);
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

  it('25: from a screen of sixteen minutes ago', async () => {
    const id = await together();
    const key = await screenKey(id);
    await later(16 * MINUTE_MS);
    expect(seen(await say(id, key, 'yes'))).toBe('410 link_invalid');
    expect(await ofB(id)).toMatchObject({ grade: 'voice_only' });
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
    for (let n = 0; n < 2; n += 1) expect((await say(id, mailKey(id), 'yes')).body.answer).toBe('yes');
    expect(await ofB(id)).toMatchObject({
      grade: 'confirmed_by_link',
      origin: { device: 'Phone of party B' },
    });
    expect(await eventsOf(under, id, 'agreements.consent.confirmed')).toHaveLength(2);
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
