import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readMailbox } from '#stand-ins';
import { eventually, Journey, type ProductInUse, RELIABLE_WORDS, useProduct } from '#testing';

const root = resolve(import.meta.dirname, '..');

let system: ProductInUse;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-main-job-'));
  system = await useProduct(root);
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const mailsTo = async (address: string) => {
  const mails = await readMailbox(system.mailboxUrl);
  return mails.filter((mail) => mail.to.includes(address));
};

/** The objects of the product, finished or not, that have these words in them. */
async function objectsWith(words: string): Promise<string[]> {
  const entries = await readdir(system.env.STORAGE_DISK_ROOT ?? '', { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // One that was being written may have another name by now.
    const content = await readFile(path).catch(() => Buffer.of());
    if (content.includes(words)) found.push(path);
  }
  return found;
}

describe('the main job', () => {
  it('turns a spoken agreement into a paid contract with proof in both mailboxes', async () => {
    const anna = new Journey(system.url);
    const saved = await anna.save(system.spoken);
    expect(saved.agreementId).toMatch(/^[1-9]\d{15}$/);
    expect(saved.durationSeconds).toBeGreaterThan(10);

    await anna.signup();
    expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
    const transcript = await anna.transcript(saved.agreementId);
    const said = transcript.text.toLowerCase().replace(/[^a-z\s]/g, '');
    for (const words of RELIABLE_WORDS) expect(said).toContain(words);
    await anna.reaches(saved.agreementId, 'completed');

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
    const proof = await eventually(
      async () => {
        const [first] = await mailsTo(anna.emailB);
        if (!first) throw new Error('no mail');
        return first;
      },
      20_000,
      'a mail to party B',
    );
    expect(proof?.text).toContain(saved.sha256);
    expect(proof?.attachments).toEqual([
      `certificate_${saved.agreementId}.pdf`,
      `transcript_${saved.agreementId}.txt`,
    ]);
    const link = /https?:\/\/\S+\/audio\?key=\S+/.exec(proof?.text ?? '')?.[0];
    const audio = await fetch(link ?? '', { headers: { range: 'bytes=0-99' } });
    expect(audio.status).toBe(206);
    expect((await audio.arrayBuffer()).byteLength).toBe(100);
  }, 180_000);

  it('keeps the recording closed until it is paid', async () => {
    const anna = new Journey(system.url);
    const saved = await anna.save(system.spoken);
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
    const saved = await anna.save(system.spoken);
    await anna.signup();
    expect(await anna.pay(saved, 'pm_card_chargeDeclined')).toMatchObject({ status: 'card_declined' });
    await eventually(
      async () => {
        const told = await system.query(
          'payments',
          `select 1 from orders where agreement_id = $1 and last_error is not null`,
          [saved.agreementId],
        );
        if (told.length === 0) throw new Error('the refusal is not known yet');
      },
      20_000,
      'a refused payment',
    );
    await anna.reaches(saved.agreementId, 'pending', 0);
    expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
    await anna.reaches(saved.agreementId, 'completed', 120_000);
    const intents = await fetch(`${system.stripeUrl}/v1/payment_intents?limit=100`, {
      headers: { authorization: `Bearer ${system.env.STRIPE_SECRET_KEY}` },
    });
    const { data } = (await intents.json()) as { data: { metadata: { agreementId?: string } }[] };
    expect(data.filter(({ metadata }) => metadata.agreementId === saved.agreementId)).toHaveLength(1);
  }, 180_000);

  it('refuses what it cannot take, and leaves no row and no object', async () => {
    // Others save recordings meanwhile: objects of this test are known by these words.
    const mark = `mark ${randomUUID()}`;
    const text = join(folder, 'note.webm');
    await writeFile(text, mark);
    const empty = join(folder, 'empty.webm');
    await writeFile(empty, '');
    const good = join(folder, 'good.wav');
    // Players read no further than the length that a WAV file says.
    await writeFile(good, Buffer.concat([await readFile(system.spoken), Buffer.from(mark)]));
    const anna = new Journey(system.url);
    await expect(anna.save(text)).rejects.toMatchObject({ status: 415, body: { code: 'unsupported_media' } });
    await expect(anna.save(empty)).rejects.toMatchObject({ status: 422, body: { code: 'empty_recording' } });
    await expect(anna.save(good, { partyAEmail: 'nobody' })).rejects.toMatchObject({ status: 400 });
    await expect(anna.save(good, { planType: 'free' })).rejects.toMatchObject({ status: 400 });
    await expect(anna.save(good, { status: 'completed' })).rejects.toMatchObject({ status: 400 });
    expect(await objectsWith(mark)).toEqual([]);
    const rows = await system.query('agreements', 'select 1 from agreements where party_b_email = $1', [
      anna.emailB,
    ]);
    expect(rows).toEqual([]);
    await anna.save(good);
    expect(await objectsWith(mark)).toHaveLength(1);
  }, 60_000);
});
