import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { CAR_SALE, type SpokenLine, speakAgreement } from '#testing';
import { MakeSoundPrints, SoundPrints } from '../src/parties/sound-prints.js';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { tracesOf } from './consent-race.js';
import { COPIES, copyOf } from './copies.fixture.js';
import { type Body, seen } from './forged-consents.fixture.js';
import {
  consent,
  consentAfterOthers,
  consentForm,
  invitedAgreement,
  keepEvents,
  OWNER,
  pay,
  typesOf,
} from './invitations.fixture.js';
import { recordAnswer, recordTone, savedAgreement } from './recordings.fixture.js';
import { complete } from './seals.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

/** As retention does. */
async function deleteAll(): Promise<void> {
  await under.query('delete from sound_prints');
  await under.query('update recordings set deleted_at = now()');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-repeated-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  under = await AgreementsUnderTest.start({ STRANGERS_PER_ADDRESS: '1000' });
  await keepEvents(under);
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

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
    await deleteAll();
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

  it.each([
    ['half a second of it', 'atrim=0.4:0.9', 'without_speech'],
    ['half a second of it, after silence', 'atrim=0.4:0.9,adelay=4200', 'repeats_recording'],
    [
      'a third of a second of it, between silence',
      'atrim=0.4:0.72,adelay=1500,apad=pad_dur=2',
      'without_speech',
    ],
  ])('41: nor so little of it that it may be too short to be compared: %s', async (what, filter, code) => {
    const id = await invitedBy(OWNER, someone());
    const before = await tracesFor(id);
    const path = join(folder, `${what.replaceAll(/\W+/g, '-')}.wav`);
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', said, '-af', filter, path]);
    expect(seen(await answerTo(id, await readFile(path)))).toBe(`422 consent_${code}`);
    expect(await tracesFor(id)).toEqual(before);
  });

  it.each([
    ['at once', 'en-gb', 'adelay=200,apad=pad_dur=0.2'],
    ['after seconds of silence, as the last that is heard', 'en-us+m1', 'adelay=4100'],
  ])('41: two words in a second are heard, said %s', async (when, voice, filter) => {
    const whole = join(folder, 'two-words.wav');
    await promisify(execFile)('espeak-ng', ['-v', voice, '-s', '120', '-w', whole, '--', 'I agree.']);
    const path = join(folder, `${when.replaceAll(/\W+/g, '-')}.wav`);
    const cut = `areverse,silenceremove=start_periods=1:start_threshold=-50dB,areverse,${filter}`;
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', whole, '-af', cut, path]);
    expect(seen(await answerTo(await invitedBy(OWNER, someone()), await readFile(path)))).toBe('201 ok');
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
    await deleteAll();
    const id = await invitedBy(OWNER, someone());
    expect(seen(await answerTo(id, await copyOf(said, 'as MP3 at 32 kbit/s')))).toBe('201 ok');
  });
});

describe('what party B had said beside party A, in one room', () => {
  const ROOM_OWNER = OWNER + 9;
  const partyBEmail = 'b@room.test';
  const inTheRoom: SpokenLine[] = [
    { voice: 'a', text: 'I will paint your kitchen for six hundred dollars. Is that all right?' },
    { voice: 'b', text: 'Yes, I agree to pay you six hundred dollars when it is done.' },
  ];
  let cut: string;
  let roomId: string;

  const saved = async (recording: Buffer, ownerId: number, fields: object): Promise<string> => {
    const { agreementId } = await savedAgreement(under, recording, ownerId, fields);
    await pay(under, agreementId, ownerId);
    return agreementId;
  };
  const invitedBy = (ownerId: number, fields: object) =>
    saved(audio, ownerId, { isRemoteContract: true, ...fields });
  const answerTo = (agreementId: string, recording: Buffer) =>
    consentAfterOthers<Body>(under, agreementId, consentForm(recording));
  const prints = () =>
    under.query<{ bytes: number }>(
      `select octet_length(print) as bytes from sound_prints p join recordings r on r.id = p.recording_id
       where agreement_id = $1`,
      [roomId],
    );
  const round = () => under.service.app.get(MakeSoundPrints).round(new AbortController().signal);

  beforeAll(async () => {
    await deleteAll();
    const room = join(folder, 'room.wav');
    cut = join(folder, 'cut.webm');
    await speakAgreement(room, inTheRoom);
    const last = ['-sseof', '-4', '-i', room];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...last, '-b:a', '24k', cut]);
    roomId = await saved(await readFile(room), ROOM_OWNER, { partyBEmail });
  }, 60_000);

  it('47: party A cannot send a sentence that was cut out of it, even right afterwards', async () => {
    expect(await prints()).toEqual([]);
    const id = await invitedBy(ROOM_OWNER, { partyBEmail: 'another@room.test' });
    expect(seen(await answerTo(id, await readFile(cut)))).toBe('422 consent_repeats_recording');
    // Made by the first that was compared with it.
    const made = await prints();
    expect(made).toEqual([{ bytes: expect.any(Number) }]);
    expect(seen(await answerTo(id, await readFile(cut)))).toBe('422 consent_repeats_recording');
    expect(await prints()).toEqual(made);
  });

  it('48: nor anybody else to the same address of party B; strangers are not compared', async () => {
    const copy = await copyOf(cut, 'as MP3 at 32 kbit/s');
    const known = await invitedBy(ROOM_OWNER + 1, { partyBEmail });
    expect(seen(await answerTo(known, copy))).toBe('422 consent_repeats_recording');
    expect(seen(await answerTo(await invitedBy(ROOM_OWNER + 1, {}), copy))).toBe('201 ok');
  });

  it('49: of a contract that was completed ten minutes ago, it is known without anybody being compared with it', async () => {
    await under.query('delete from sound_prints');
    await round();
    expect(await prints()).toEqual([]);
    await complete(under, roomId);
    await round();
    expect(await prints()).toEqual([]);
    await under.query(`update agreements set completed_at = completed_at - interval '10 minutes'`);
    await round();
    const [print] = await prints();
    expect(print?.bytes).toBeGreaterThan(1000);
    const id = await invitedBy(ROOM_OWNER, {});
    expect(seen(await answerTo(id, await readFile(cut)))).toBe('422 consent_repeats_recording');
  });

  it('50: what cannot be decoded or is lost is tried once, and keeps nobody from anything', async () => {
    await under.query('delete from sound_prints');
    const [recording] = await under.query<{ object_key: string }>(
      'select object_key from recordings where agreement_id = $1',
      [roomId],
    );
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    await store.putBuffer(recording?.object_key ?? '', Buffer.from('no sound'), 'audio/wav');
    const broken = await invitedBy(ROOM_OWNER, { partyBEmail: 'c@room.test' });
    expect(seen(await answerTo(broken, await readFile(cut)))).toBe('201 ok');
    await store.delete(recording?.object_key ?? '');
    const lost = await invitedBy(ROOM_OWNER, { partyBEmail: 'd@room.test' });
    const words = await recordAnswer(
      join(folder, 'other.webm'),
      'I have seen the kitchen and want it painted.',
    );
    expect(seen(await answerTo(lost, words))).toBe('201 ok');
    await round();
    expect(await prints()).toEqual([{ bytes: 0 }]);
  });

  it('51: what is known of the same party B is looked through first', async () => {
    const to = (email: string) => invitedBy(ROOM_OWNER, { partyBEmail: email });
    const own = await to('first@room.test');
    const other = await to('second@room.test');
    const said = ['This is something else, about a garden.', 'Nobody has ever told us how to mend a roof.'];
    for (const [n, id] of [own, other].entries()) {
      const words = await recordAnswer(join(folder, `order-${n}.webm`), said[n]);
      expect(seen(await answerTo(id, words))).toBe('201 ok');
    }
    const found = await under.service.app.get(SoundPrints).ofOthers(await to('first@room.test'));
    const agreements = await under.query<{ id: string; agreement_id: string }>(
      'select id, agreement_id from recordings',
    );
    const owners = found.map(({ id }) => agreements.find((row) => row.id === id)?.agreement_id);
    expect(owners[0]).toBe(own);
    expect(owners).toContain(other);
  });
});
