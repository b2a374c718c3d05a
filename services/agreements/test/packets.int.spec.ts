import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { SeededRandom } from '#testing';
import { EventLog } from '../src/event-log/event-log.js';
import { AgreementCheck } from '../src/evidence/agreement-check.js';
import { LogHeads } from '../src/evidence/log-heads.js';
import { PdfSigner } from '../src/evidence/pdf-signer.js';
import { evidenceKey } from '../src/signed-links.js';
import { type AgreementsUnderTest, LINK_SECRET, user } from './agreements-under-test.js';
import { retentionEnds } from './deadlines.fixture.js';
import { OWNER, pay } from './invitations.fixture.js';
import { savedAgreement } from './recordings.fixture.js';
import {
  check,
  exported,
  packetOf,
  run,
  type Sealing,
  sealedAgreement,
  sealedRemoteAgreement,
  sha256,
  startSealing,
  unpack,
  verify,
} from './seals.fixture.js';

const random = new SeededRandom('packets');

let sealing: Sealing;
let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let consentAudio: Buffer;

beforeAll(async () => {
  sealing = await startSealing();
  ({ under, folder, audio, consentAudio } = sealing);
}, 120_000);

afterAll(() => sealing?.stop(), 60_000);

describe('the evidence packet', () => {
  it('is for the owner and for keys of mailed links; the same bytes each time', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const one = await packetOf(under, agreementId);
    expect([one.status, one.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(one.headers.get('content-disposition')).toBe(`attachment; filename="evidence_${agreementId}.zip"`);
    for (const party of ['a', 'b'] as const) {
      const key = evidenceKey(LINK_SECRET, agreementId, party);
      expect((await packetOf(under, agreementId, key)).body.equals(one.body)).toBe(true);
    }
    const other = await sealedAgreement(under, audio);
    const foreign = evidenceKey(LINK_SECRET, other.agreementId, 'b');
    expect((await packetOf(under, agreementId, foreign)).status).toBe(404);
    expect((await under.call(`/api/agreements/${agreementId}/evidence.zip`, user(OWNER + 1))).status).toBe(
      404,
    );
  });

  it.each(['evidence.zip', 'summary.pdf'])('answers HEAD of %s with the headers alone', async (file) => {
    const { agreementId } = await sealedAgreement(under, audio);
    const path = `/api/agreements/${agreementId}/${file}`;
    const whole = await under.call<Buffer>(path, user(OWNER));
    const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
    const read = jest.spyOn(Object.getPrototypeOf(store) as ObjectStore, 'get');
    try {
      const head = await under.call<Buffer>(path, user(OWNER), { method: 'HEAD' });
      expect([head.status, head.body.length]).toEqual([200, 0]);
      for (const name of ['content-type', 'content-disposition', 'cache-control'])
        expect(head.headers.get(name)).toBe(whole.headers.get(name));
      // A certificate is opened, and closed unread; of a packet nothing is.
      expect(read).toHaveBeenCalledTimes(file === 'evidence.zip' ? 0 : 1);
    } finally {
      read.mockRestore();
    }
  });

  it('is kept after the end of access for the people in a dispute, until its content is deleted', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const ends = (escrowStatus: string) =>
      under.query(
        `update agreements set escrow_status = $2, expires_at = now() - interval '1 day' where agreement_id = $1`,
        [agreementId, escrowStatus],
      );
    await ends('disputed');
    const keyOfB = evidenceKey(LINK_SECRET, agreementId, 'b');
    expect((await packetOf(under, agreementId)).status).toBe(200);
    expect((await packetOf(under, agreementId, keyOfB)).status).toBe(200);
    await ends('released');
    await retentionEnds(under, agreementId);
    const over = { status: 410, body: { code: 'recording_expired' } };
    expect(await packetOf(under, agreementId)).toMatchObject(over);
    expect(await packetOf(under, agreementId, keyOfB)).toMatchObject(over);
  });

  it('is checked offline by its own program, by openssl and by sha256sum', async () => {
    const { agreementId } = await sealedRemoteAgreement(under, audio, consentAudio);
    const { body } = await packetOf(under, agreementId);
    const packet = await unpack(body, join(folder, 'whole'));
    const { status, said } = await check(packet);
    expect([status, said]).toEqual([0, expect.stringContaining(`of agreement ${agreementId}`)]);
    const inFolder = { cwd: packet };
    await run('sha256sum', ['-c', '--strict', 'SHA256SUMS'], inFolder);
    const { stdout } = await run(
      'openssl',
      [
        ...['pkeyutl', '-verify', '-pubin', '-inkey', 'public-key.pem', '-rawin'],
        ...['-in', 'manifest.json', '-sigfile', 'manifest.sig'],
      ],
      inFolder,
    );
    expect(stdout).toContain('Signature Verified Successfully');
    expect((await readFile(join(packet, 'audio/party-b.webm'))).equals(consentAudio)).toBe(true);
  });

  it('gets the first daily head that its log goes into, once, and the program checks it', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const heads = under.service.app.get(LogHeads);
    const { signal } = new AbortController();
    const before = (await packetOf(under, agreementId)).body;
    expect((await check(await unpack(before, join(folder, 'headless')))).said).toContain('no daily head yet');
    // Something happens between the seal and the head.
    const type = 'admin-downloaded-audio';
    await under.service.app.get(DataSource).transaction((manager) =>
      under.service.app.get(EventLog).append(manager, agreementId, {
        ...{ type, actor: 'admin:1', detail: { reason: 'Asked for help' } },
        origin: { address: '203.0.113.9', device: 'Firefox' },
      }),
    );
    await under.query('delete from log_heads');
    expect(await heads.signToday()).toBe(true);
    await heads.cover(signal);
    const covered = (await packetOf(under, agreementId)).body;
    await under.query(`update log_heads set day = day - 1`);
    await heads.signToday();
    await heads.cover(signal);
    expect((await packetOf(under, agreementId)).body.equals(covered)).toBe(true);
    const packet = await unpack(covered, join(folder, 'headed'));
    expect(await check(packet)).toEqual({
      status: 0,
      said: expect.stringMatching(/Its log is in the signed head of \d{4}-\d\d-\d\d\./),
    });
    expect(await check(await unpack(before, join(folder, 'headless')))).toMatchObject({ status: 0 });
    const head = JSON.parse(await readFile(join(packet, 'log-head.json'), 'utf8')) as {
      root: string;
      rows: { type: string; address: string | null; detail: object }[];
    };
    expect(head.rows.map((row) => [row.type, row.address])).toEqual([
      ['sealed', null],
      [type, null],
    ]);
    // What was written for the owner alone is in no file of it.
    expect(head.rows[1]?.detail).toEqual({});
    const { body } = await under.call<{ heads: { root: string }[] }>(
      '/.well-known/split-second-contract/log-heads.json',
      { kind: 'visitor', id: 0, sessionId: null },
    );
    expect(body.heads.map(({ root }) => root)).toContain(head.root);
    // Nobody else's number is in it.
    const numbers = await under.query<{ id: string }>(
      'select agreement_id as id from agreements where agreement_id <> $1',
      [agreementId],
    );
    expect(numbers.length).toBeGreaterThan(1);
    for (const { id } of numbers) expect(JSON.stringify(head)).not.toContain(id);
    const verification = await verify(under, agreementId);
    expect(verification.additions.map(({ path }) => path)).toEqual([
      ...['manifest.json', 'manifest.sig', 'log-head.json', 'log-head.sig'],
    ]);
    await under.query(
      `update seals set log_head = replace(log_head, '"day"', '"dax"') where agreement_id = $1`,
      [agreementId],
    );
    expect(await verify(under, agreementId)).toMatchObject({ status: 'altered' });
  });

  it('gets its daily head although a clock that was ahead has signed one of a day to come', async () => {
    const heads = under.service.app.get(LogHeads);
    await under.query('delete from log_heads');
    await heads.signToday();
    await under.query(`update log_heads set day = day + 3, signed_at = signed_at + interval '3 days'`);
    const { agreementId } = await sealedAgreement(under, audio);
    await heads.signToday();
    await heads.cover(new AbortController().signal);
    const [seal] = await under.query<{ has: boolean }>(
      'select log_head is not null as has from seals where agreement_id = $1',
      [agreementId],
    );
    expect(seal).toEqual({ has: true });
    await under.query('delete from log_heads where day > current_date');
  });

  it('of before the program knew of daily heads gets none', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    await under.query('update seals set takes_log_head = false where agreement_id = $1', [agreementId]);
    await under.query('delete from log_heads');
    await under.service.app.get(LogHeads).signToday();
    await under.service.app.get(LogHeads).cover(new AbortController().signal);
    expect(await under.query('select log_head from seals where agreement_id = $1', [agreementId])).toEqual([
      { log_head: null },
    ]);
  });

  it('says which file was changed in any byte, added, removed or swapped', async () => {
    const { agreementId } = await sealedRemoteAgreement(under, audio, consentAudio);
    const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, 'tampered'));
    const files = (await readdir(packet, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(13);
    const unseen: string[] = [];
    for (const file of files) {
      const name = file.slice(packet.length + 1);
      const content = await readFile(file);
      const at = random.between(0, content.length);
      const changed = Buffer.from(content);
      changed[at] = (changed[at] ?? 0) ^ (1 << random.between(0, 8));
      await writeFile(file, changed);
      const edited = await check(packet);
      // A program that does not start any more is named by Node itself.
      if (edited.status === 0 || !edited.said.includes(name))
        unseen.push(`${name}, byte ${at}: ${edited.said}`);
      await rm(file);
      const removed = name === 'check.mjs' ? { status: 1, said: name } : await check(packet);
      if (removed.status === 0 || !removed.said.includes(name)) unseen.push(`${name} removed`);
      await writeFile(file, content);
    }
    await writeFile(join(packet, 'audio/more.txt'), 'more');
    expect(await check(packet)).toMatchObject({ status: 2, said: expect.stringContaining('audio/more.txt') });
    await rm(join(packet, 'audio/more.txt'));
    const [a, b] = [join(packet, 'audio/party-a.webm'), join(packet, 'audio/party-b.webm')];
    await writeFile(a, consentAudio);
    await writeFile(b, audio);
    const swapped = await check(packet);
    expect(swapped.said).toMatch(/party-a\.webm[\s\S]*party-b\.webm/);
    expect(unseen).toEqual([]);
  }, 120_000);
});

describe('the certificate', () => {
  const summary = (agreementId: string) =>
    under.call<Buffer>(`/api/agreements/${agreementId}/summary.pdf`, user(OWNER));
  const textOf = async (pdf: Buffer) => {
    const file = join(folder, `${randomUUID()}.pdf`);
    await writeFile(file, pdf);
    return (await run('pdftotext', ['-layout', file, '-'])).stdout;
  };

  it('is the sealed one, the same bytes each time, and a part of the packet', async () => {
    const { agreementId } = await sealedRemoteAgreement(under, audio, consentAudio);
    const { body, headers } = await summary(agreementId);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain(`"certificate_${agreementId}.pdf"`);
    expect((await summary(agreementId)).body.equals(body)).toBe(true);
    const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, 'certificate'));
    expect((await readFile(join(packet, 'certificate.pdf'))).equals(body)).toBe(true);
    expect(await verify(under, `hash/${sha256(body)}`)).toMatchObject({ status: 'valid', agreementId });
    const text = await textOf(body);
    for (const said of ['I sell the car for $250.50.', 'Señor Ñandú', sha256(audio), sha256(consentAudio)]) {
      expect(text).toContain(said);
    }
    const record = await textOf(await readFile(join(packet, 'record.pdf')));
    expect(record).toContain(sha256(audio));
    expect(record).not.toContain('I sell the car');
  });

  it('is a draft before, marked when it was cancelled, and nothing for others', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    const { body: draft, headers } = await summary(agreementId);
    expect(headers.get('content-disposition')).toContain(`"draft_${agreementId}.pdf"`);
    expect(draft.toString('latin1')).toContain('/ca 0.13');
    expect((await summary(agreementId)).body.equals(draft)).toBe(true);
    expect((await under.call(`/api/agreements/${agreementId}/summary.pdf`, user(OWNER + 1))).status).toBe(
      404,
    );
    await under.call(`/api/agreements/${agreementId}/cancel`, user(OWNER), {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ reason: 'Sold to somebody else' }),
    });
    const text = await textOf((await summary(agreementId)).body);
    expect(text).toContain('cancelled by party A');
    expect(text).toContain('Sold to somebody else');
  });

  it('is drawn once as a draft, however often it is asked for, until something happens', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    const drawn = jest.spyOn(under.service.app.get(PdfSigner), 'sign');
    try {
      const at = (answer: { body: Buffer }) => sha256(answer.body);
      const drafts = await Promise.all(Array.from({ length: 8 }, () => summary(agreementId)));
      expect(new Set(drafts.map(at)).size).toBe(1);
      expect(at(await summary(agreementId))).toBe(at(drafts[0] as { body: Buffer }));
      expect(drawn).toHaveBeenCalledTimes(1);
      await pay(under, agreementId);
      expect(at(await summary(agreementId))).not.toBe(at(drafts[0] as { body: Buffer }));
      expect(drawn).toHaveBeenCalledTimes(2);
    } finally {
      drawn.mockRestore();
    }
  });

  it('goes on to verify when retention has deleted recording and words', async () => {
    const { agreementId } = await sealedRemoteAgreement(under, audio, consentAudio);
    const subtitles = await exported(under, agreementId);
    const before = (await summary(agreementId)).body;
    const objects = (await under.objects()).length;
    await retentionEnds(under, agreementId);
    const found = await verify(under, agreementId);
    expect(found).toMatchObject({ status: 'valid', version: 1 });
    const gone = found.parts.filter(({ isDeleted }) => isDeleted).map(({ kind }) => kind);
    expect([...new Set(gone)].sort()).toEqual([
      'audio',
      'certificate',
      'consent-audio',
      'terms',
      'transcript',
    ]);
    expect((await under.objects()).length).toBeLessThan(objects);
    expect(await under.service.app.get(AgreementCheck).check(agreementId)).toBeNull();
    expect(await verify(under, `hash/${sha256(before)}`)).toMatchObject({ status: 'valid', agreementId });
    expect((await verify(under, `hash/${subtitles}`)).transcriptCopy).toMatchObject({ format: 'srt' });
    const after = (await summary(agreementId)).body;
    const text = await textOf(after);
    if (text !== null) expect(text).not.toContain('I sell the car');
    expect(await verify(under, `hash/${sha256(after)}`)).toMatchObject({ status: 'valid', agreementId });
    expect((await packetOf(under, agreementId)).status).toBe(410);
  }, 60_000);
});
