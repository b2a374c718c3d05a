import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually, Journey, RELIABLE_WORDS, readMailbox, speakAgreement, TestSystem } from '#testing';

const root = resolve(import.meta.dirname, '..');

let system: TestSystem;
let folder: string;
let spoken: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-main-job-'));
  spoken = join(folder, 'agreement.wav');
  await speakAgreement(spoken);
  system = await TestSystem.start({ root });
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const mailsTo = async (address: string) => {
  const mails = await readMailbox(system.mailboxUrl);
  return mails.filter((mail) => mail.to.includes(address));
};

describe('the main job', () => {
  it('turns a spoken agreement into a paid contract with proof in both mailboxes', async () => {
    const anna = new Journey(system.url);
    const saved = await anna.save(spoken);
    expect(saved.agreementId).toMatch(/^[1-9]\d{15}$/);
    expect(saved.durationSeconds).toBeGreaterThan(10);

    await anna.signup();
    expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
    const transcript = await anna.transcript(saved.agreementId);
    for (const words of RELIABLE_WORDS) expect(transcript.text).toContain(words);
    await anna.reaches(saved.agreementId, 'completed');
    await system.drain();

    const toAnna = await eventually(
      async () => {
        const mails = await mailsTo(anna.emailA);
        const found = mails.filter((mail) => /receipt|recording and transcript/i.test(mail.subject));
        if (found.length < 2) throw new Error(`${mails.map((mail) => mail.subject)}`);
        return found;
      },
      20_000,
      'two mails to party A',
    );
    expect(toAnna.map((mail) => mail.subject).sort()).toHaveLength(2);
    const [proof] = await mailsTo(anna.emailB);
    expect(proof?.text).toContain(saved.sha256);
    expect(proof?.attachments).toEqual([`transcript_${saved.agreementId}.txt`]);
    const link = /https?:\/\/\S+\/audio\?key=\S+/.exec(proof?.text ?? '')?.[0];
    const audio = await fetch(link ?? '', { headers: { range: 'bytes=0-99' } });
    expect(audio.status).toBe(206);
    expect((await audio.arrayBuffer()).byteLength).toBe(100);
  }, 180_000);

  it('keeps the recording closed until it is paid', async () => {
    const anna = new Journey(system.url);
    const saved = await anna.save(spoken);
    await anna.signup();
    const path = `/api/agreements/${saved.agreementId}`;
    expect((await anna.call('GET', path)).status).toBe(404);
    await anna.createPaymentIntent(saved);
    expect((await anna.call('GET', path)).status).toBe(200);
    expect((await anna.call('GET', `${path}/audio`)).status).toBe(402);
    expect((await anna.call('GET', `${path}/transcript`)).status).toBe(402);
    const stranger = new Journey(system.url);
    await stranger.signup();
    for (const part of ['', '/audio', '/transcript', '/events', '/preview']) {
      expect((await stranger.call('GET', path + part)).status).toBe(404);
    }
    expect((await stranger.call('GET', `/api/users/${anna.user.id}/agreements`)).status).toBe(404);
  }, 60_000);

  it('does not unlock after a declined card, and does after a good one', async () => {
    const anna = new Journey(system.url);
    const saved = await anna.save(spoken);
    await anna.signup();
    expect(await anna.pay(saved, 'pm_card_chargeDeclined')).toMatchObject({ status: 'card_declined' });
    await system.stripe.drain();
    await anna.reaches(saved.agreementId, 'pending');
    expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
    await anna.reaches(saved.agreementId, 'completed', 120_000);
    const payments = system.stripe
      .listPaymentIntents()
      .filter((intent) => intent.metadata.agreementId === saved.agreementId);
    expect(payments).toHaveLength(1);
  }, 180_000);

  it('refuses what it cannot take, and leaves no row and no object', async () => {
    const count = async () => {
      const [row] = await system.query<{ n: number }>(
        'agreements',
        'select count(*)::int as n from agreements',
      );
      return row?.n;
    };
    const before = await count();
    const text = join(folder, 'note.webm');
    await writeFile(text, 'this is not audio');
    const empty = join(folder, 'empty.webm');
    await writeFile(empty, '');
    const anna = new Journey(system.url);
    await expect(anna.save(text)).rejects.toMatchObject({ status: 415, body: { code: 'unsupported_media' } });
    await expect(anna.save(empty)).rejects.toMatchObject({ status: 422, body: { code: 'empty_recording' } });
    await expect(anna.save(spoken, { partyAEmail: 'nobody' })).rejects.toMatchObject({ status: 400 });
    await expect(anna.save(spoken, { planType: 'free' })).rejects.toMatchObject({ status: 400 });
    await expect(anna.save(spoken, { status: 'completed' })).rejects.toMatchObject({ status: 400 });
    expect(await count()).toBe(before);
  }, 60_000);
});
