import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CAR_SALE, type SpokenLine, speakAgreement } from '#testing';
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

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

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
