import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { humanTranscriptDelivered, transcriptCompleted } from '#contracts';
import { QueryPlans } from '#testing';
import { AgreementCheck } from '../src/evidence/agreement-check.js';
import { FindUnsealed } from '../src/evidence/evidence.schedules.js';
import { noteOldCopies } from '../src/evidence/old-copies.js';
import { RecordingCopies } from '../src/seals/recording-copies.js';
import { SealKeys } from '../src/seals/seal-keys.js';
import { type AgreementsUnderTest, SEAL_SIGNING_KEY } from './agreements-under-test.js';
import { OWNER, pay } from './invitations.fixture.js';
import { claim, drawPhoto, recordTone, savedAgreement, upload, uploadForm } from './recordings.fixture.js';
import {
  complete,
  exported,
  packetOf,
  prepare,
  type Sealing,
  sealed,
  sealedAgreement,
  sha256,
  startSealing,
  unpack,
  verify,
} from './seals.fixture.js';

let sealing: Sealing;
let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;

beforeAll(async () => {
  sealing = await startSealing();
  ({ under, folder, audio } = sealing);
}, 120_000);

afterAll(() => sealing?.stop(), 60_000);

describe('copies of a recording', () => {
  it('are known by the hash that was signed when they were made, also when they are deleted', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const mp3 = async () => {
      const query = { kind: 'user', id: OWNER, sessionId: null } as const;
      return (await under.call<Buffer>(`/api/agreements/${agreementId}/audio?format=mp3`, query)).body;
    };
    await prepare(under, agreementId);
    const hash = sha256(await mp3());
    const found = await verify(under, `hash/${hash}`);
    expect(found).toMatchObject({ status: 'valid', agreementId });
    expect(found.copies.map(({ format, party }) => [format, party])).toEqual([
      ['mp3', 'a'],
      ['preview', 'a'],
      ['webm', 'a'],
    ]);
    expect(found.copies[0]?.sha256).toBe(hash);
    await under.query('update recordings set mp3 = null where agreement_id = $1', [agreementId]);
    expect(await verify(under, `hash/${hash}`)).toMatchObject({ status: 'valid' });
  });

  it('that are the same file in several agreements are of the first that is sealed', async () => {
    const shared = await recordTone(join(folder, 'again.webm'), 1);
    const hash = sha256(`copy of ${sha256(shared)}`);
    const mp3 = { ...{ key: 'derived/again', mime: 'audio/mpeg' }, bytes: 9, sha256: hash };
    const noted = async (agreementId: string) => {
      const [recording] = await under.query<{ id: string; sha256: string }>(
        'select id, sha256 from recordings where agreement_id = $1',
        [agreementId],
      );
      if (!recording) throw new Error('it has a recording');
      const made = { ...recording, agreementId, mp3, webm: null, preview: null };
      await under.service.app.get(RecordingCopies).note(under.service.app.get(DataSource).manager, made);
    };
    const { agreementId: open } = await savedAgreement(under, shared, OWNER);
    await noted(open);
    expect(await verify(under, `hash/${hash}`)).toMatchObject({ status: 'unknown' });
    const { agreementId } = await sealedAgreement(under, shared);
    await noted(agreementId);
    const found = { status: 'valid', agreementId };
    expect(await verify(under, `hash/${hash}`)).toMatchObject({ ...found, isOfSeveral: false });
    await noted((await sealedAgreement(under, shared)).agreementId);
    expect(await verify(under, `hash/${hash}`)).toMatchObject({ ...found, isOfSeveral: true });
  });

  it('of before they were noted are noted once, right after the migration', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    await prepare(under, agreementId);
    await under.query('delete from recording_copies where agreement_id = $1', [agreementId]);
    expect(await noteOldCopies(under.databaseUrl, SEAL_SIGNING_KEY)).toBeGreaterThan(0);
    expect((await verify(under, agreementId)).copies).toHaveLength(3);
    expect(await under.service.app.get(AgreementCheck).check(agreementId)).toBeNull();
  });

  it('whose notes are gone get none anew, whatever their row says by then', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    await prepare(under, agreementId);
    const forged = Buffer.from('something else');
    const [row] = await under.query<{ mp3: { key: string } }>(
      `update recordings set mp3 = mp3 || jsonb_build_object('sha256', $2::text, 'bytes', $3::int)
       where agreement_id = $1 returning mp3`,
      [agreementId, sha256(forged), forged.length],
    );
    await writeFile(under.objectPath(row?.mp3.key ?? ''), forged);
    await under.query('delete from recording_copies where agreement_id = $1', [agreementId]);
    await under.service.app.get(FindUnsealed).round(new AbortController().signal);
    expect(await verify(under, `hash/${sha256(forged)}`)).toMatchObject({ status: 'unknown' });
    expect(await under.service.app.get(AgreementCheck).check(agreementId)).toBe(
      'the mp3 copy is not the one that was made',
    );
  });

  it('that somebody wrote into the table are not known', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    await prepare(under, agreementId);
    const forged = 'ab'.repeat(32);
    await under.query(
      `insert into recording_copies select agreement_id, recording_id, format, $2, bytes, original_sha256, signature,
         key_id, noted_at from recording_copies where agreement_id = $1 and format = 'mp3'`,
      [agreementId, forged],
    );
    expect(await verify(under, `hash/${forged}`)).toMatchObject({ status: 'unknown' });
    expect(await verify(under, agreementId)).toMatchObject({ status: 'altered' });
    await under.query('delete from recording_copies where sha256 = $1', [forged]);
  });
});

describe('copies of a transcript', () => {
  const unknown = { status: 'unknown', agreementId: null, transcriptCopy: null };

  it('are known by their hash, told of twice and noted once, and said to be copies', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const hash = await exported(under, agreementId, { language: 'es', areSpeakersNamed: true }, 2);
    expect(await under.deadLetters('note-export')).toBe(0);
    const rows = await under.query('select 1 from transcript_copies where agreement_id = $1', [agreementId]);
    expect(rows).toHaveLength(1);
    const found = await verify(under, `hash/${hash}`);
    expect(found).toMatchObject({ status: 'valid', agreementId, version: 1 });
    expect(found.transcriptCopy).toEqual({
      ...{ version: 1, format: 'srt', language: 'es', bytes: 412, areSpeakersNamed: true },
      exportedAt: expect.stringMatching(/^20.*Z$/),
    });
    // Whoever has the number alone is not told what its owner takes along.
    expect((await verify(under, agreementId)).transcriptCopy).toBeNull();
    expect(JSON.stringify(await verify(under, agreementId))).not.toContain(hash);
    // A file of the seal is no copy.
    const transcript = found.parts.find(({ path }) => path === 'transcript.json');
    expect((await verify(under, `hash/${transcript?.sha256}`)).transcriptCopy).toBeNull();
  });

  it('are unknown before the agreement is sealed, and where the words were never sealed', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    await pay(under, agreementId);
    const early = await exported(under, agreementId);
    expect(await verify(under, `hash/${early}`)).toMatchObject(unknown);
    await complete(under, agreementId);
    await sealed(under, agreementId);
    expect(await verify(under, `hash/${early}`)).toMatchObject({ status: 'valid', agreementId });
    for (const other of [
      { transcriptSha256: 'd'.repeat(64) },
      { humanSha256: 'd'.repeat(64) },
      // In the log, as the hash of something else.
      { transcriptSha256: sha256(audio) },
    ]) {
      expect(await verify(under, `hash/${await exported(under, agreementId, other)}`)).toMatchObject(unknown);
    }
    expect(await verify(under, agreementId)).toMatchObject({ status: 'valid' });
  });

  it('of the words of before, and of what a person wrote, are known with the seal that has them', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const before = await exported(under, agreementId);
    const renewed = await exported(under, agreementId, { transcriptSha256: 'e'.repeat(64) });
    const written = await exported(under, agreementId, { humanSha256: 'd'.repeat(64) });
    const told = [await verify(under, `hash/${renewed}`), await verify(under, `hash/${written}`)];
    expect(told.map(({ status }) => status)).toEqual(['unknown', 'unknown']);
    const again = under.event(transcriptCompleted, {
      ...{ agreementId, ownerId: OWNER, transcriptId: randomUUID(), sha256: 'e'.repeat(64) },
      ...{ durationMs: 4000, segmentCount: 2, engine: 'neural', isDraft: false },
    });
    const delivered = under.event(humanTranscriptDelivered, {
      ...{ agreementId, ownerId: OWNER, orderId: randomUUID(), sha256: 'd'.repeat(64), adminId: 1 },
    });
    await under.deliver(again);
    await under.handled(again, 'complete-agreement');
    await under.deliver(delivered);
    await under.handled(delivered, 'note-manual-delivery');
    await sealed(under, agreementId, 3);
    // Each as of the seal that has its words, which is not the one that counts.
    for (const [index, hash] of [before, renewed, written].entries()) {
      const found = await verify(under, `hash/${hash}`);
      expect(found).toMatchObject({ status: 'valid', agreementId, version: 3 });
      expect([hash, found.transcriptCopy?.version]).toEqual([hash, index + 1]);
    }
  });

  it('of words that a person replaced before the seal are of no seal', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    await pay(under, agreementId);
    const before = await exported(under, agreementId);
    const delivered = under.event(humanTranscriptDelivered, {
      ...{ agreementId, ownerId: OWNER, orderId: randomUUID(), sha256: 'd'.repeat(64), adminId: 1 },
    });
    await under.deliver(delivered);
    await under.handled(delivered, 'note-manual-delivery');
    const written = await exported(under, agreementId, { humanSha256: 'd'.repeat(64) });
    await complete(under, agreementId);
    await sealed(under, agreementId);
    const versions = [before, written].map(
      async (hash) => (await verify(under, `hash/${hash}`)).transcriptCopy,
    );
    expect(await Promise.all(versions)).toMatchObject([{ version: null }, { version: 1 }]);
  });

  it('that are the same file in two agreements are one of the sealed one', async () => {
    const { agreementId: open } = await savedAgreement(under, audio, OWNER);
    const { agreementId } = await sealedAgreement(under, audio);
    const hash = await exported(under, open);
    await exported(under, agreementId, { sha256: hash });
    expect(await verify(under, `hash/${hash}`)).toMatchObject({ status: 'valid', agreementId });
  });

  it('that somebody wrote into the table are not known, and a change of one is seen', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const hash = await exported(under, agreementId, { areSpeakersNamed: true });
    const forged = 'ab'.repeat(32);
    await under.query(
      `insert into transcript_copies select agreement_id, $2, format, language, bytes, transcript_sha256, human_sha256,
         are_speakers_named, exported_at, signature, key_id from transcript_copies where agreement_id = $1`,
      [agreementId, forged],
    );
    const nightly = under.service.app.get(AgreementCheck);
    const found = 'the srt copy of the transcript is not as it was noted';
    expect(await verify(under, `hash/${forged}`)).toMatchObject(unknown);
    expect(await nightly.check(agreementId)).toBe(found);
    expect(await verify(under, agreementId)).toMatchObject({ status: 'altered' });
    await under.query('delete from transcript_copies where sha256 = $1', [forged]);
    expect(await nightly.check(agreementId)).toBeNull();
    expect(await verify(under, agreementId)).toMatchObject({ status: 'valid' });
    await under.query('update transcript_copies set are_speakers_named = false where sha256 = $1', [hash]);
    expect(await verify(under, `hash/${hash}`)).toMatchObject(unknown);
    expect(await nightly.check(agreementId)).toBe(found);
    expect(await verify(under, agreementId)).toMatchObject({ status: 'altered' });
  });

  it('are kept up to 300 of an agreement, however many come at once, and cost its verification nothing', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const checks = jest.spyOn(SealKeys.prototype, 'isSigned');
    const counted = async (path: string) => {
      checks.mockClear();
      return [await verify(under, path), checks.mock.calls.length] as const;
    };
    const first = await exported(under, agreementId);
    const [, few] = await counted(agreementId);
    const [, fewByHash] = await counted(`hash/${first}`);
    await Promise.all(Array.from({ length: 299 }, () => exported(under, agreementId)));
    const beyond = await Promise.all([exported(under, agreementId), exported(under, agreementId)]);
    await exported(under, agreementId, { sha256: first });
    const rows = await under.query<{ sha256: string }>(
      'select sha256 from transcript_copies where agreement_id = $1',
      [agreementId],
    );
    expect(rows).toHaveLength(300);
    expect(await under.deadLetters('note-export')).toBe(0);
    const [found, many] = await counted(agreementId);
    expect([found.status, many]).toEqual(['valid', few]);
    const [known, manyByHash] = await counted(`hash/${first}`);
    expect([known.status, manyByHash]).toEqual(['valid', fewByHash]);
    for (const hash of beyond) expect(await verify(under, `hash/${hash}`)).toMatchObject(unknown);
    // One that was noted stays known, so nobody makes another's file unknown by exporting.
    expect(rows.map(({ sha256: hash }) => hash)).toContain(first);
    // Wherever it stands among them, the check of the night finds it.
    const last = rows
      .map(({ sha256: hash }) => hash)
      .sort()
      .at(-1);
    await under.query('update transcript_copies set bytes = bytes + 1 where sha256 = $1', [last]);
    const nightly = under.service.app.get(AgreementCheck);
    expect(await nightly.check(agreementId)).toBe('the srt copy of the transcript is not as it was noted');
    checks.mockRestore();
  }, 60_000);
});

describe('verification', () => {
  it('is public, and tells no names', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const found = await verify(under, agreementId);
    expect(found).toMatchObject({ status: 'valid', agreementId, version: 1, sealedAt: expect.any(String) });
    expect(JSON.stringify(found)).not.toMatch(/Anna|Ben|example\.test|Miller|Carter/);
    expect(await verify(under, '1234567890123456')).toMatchObject({ status: 'unknown', sealedAt: null });
    const part = found.parts.find(({ path }) => path === 'event-log.json');
    expect(await verify(under, `hash/${part?.sha256}`)).toMatchObject({ status: 'valid', agreementId });
    // The guide is the same in all packets.
    const common = found.parts.find(({ path }) => path === 'GUIDE.txt');
    expect(await verify(under, `hash/${common?.sha256}`)).toMatchObject({ status: 'unknown' });
    // Nor is it told whose terms these are, where another agreement has the same.
    const terms = found.parts.find(({ path }) => path === 'terms.json');
    const other = await verify(under, (await sealedAgreement(under, audio)).agreementId);
    expect(other.parts).toContainEqual(terms);
    expect(await verify(under, `hash/${terms?.sha256}`)).toMatchObject({
      status: 'unknown',
      agreementId: null,
    });
    const visitor = { kind: 'visitor', id: 0, sessionId: null } as const;
    expect((await under.call('/api/verify/hash/xyz', visitor)).status).toBe(400);
  });

  it('reads a few rows for a file that is the same in all packets, however many there are', async () => {
    const { agreementId, parts } = await verify(under, (await sealedAgreement(under, audio)).agreementId);
    const guide = parts.find(({ path }) => path === 'GUIDE.txt')?.sha256;
    await under.query(
      `insert into seal_parts (agreement_id, version, path, kind, sha256, bytes, object_key)
       select agreement_id, version, path || '-' || n, kind, sha256, bytes, object_key
       from seal_parts, generate_series(1, 2000) n where agreement_id = $1 and path = 'GUIDE.txt'`,
      [agreementId],
    );
    const plans = await QueryPlans.of(under.service.app, 'seal_parts', async () => {
      expect(await verify(under, `hash/${guide}`)).toMatchObject({ status: 'unknown' });
    });
    expect(await plans.rowsRead()).toBeLessThan(20);
  });

  it('does not tell whose photo it is, where another agreement has the same', async () => {
    const photo = { content: await drawPhoto(join(folder, 'shared.jpg')), name: 'photo.jpg' };
    const withPhoto = async () => {
      const { agreementId, claimToken } = (await upload(under, uploadForm(audio, {}, photo))).body;
      await claim(under, agreementId, OWNER, claimToken);
      await pay(under, agreementId);
      await complete(under, agreementId);
      await sealed(under, agreementId);
      return agreementId;
    };
    const agreementId = await withPhoto();
    const part = (await verify(under, agreementId)).parts.find(({ path }) => path === 'photo.jpg');
    expect(await verify(under, `hash/${part?.sha256}`)).toMatchObject({ status: 'valid', agreementId });
    expect((await verify(under, await withPhoto())).parts).toContainEqual(part);
    expect(await verify(under, `hash/${part?.sha256}`)).toMatchObject({
      ...{ status: 'unknown', agreementId: null, isOfSeveral: true },
    });
  });

  it('answers of a recording that several have with the one that was sealed first, and says so', async () => {
    const shared = await recordTone(join(folder, 'shared.webm'), 1);
    const { agreementId } = await sealedAgreement(under, shared);
    expect(await verify(under, `hash/${sha256(shared)}`)).toMatchObject({ agreementId, isOfSeveral: false });
    const later = await sealedAgreement(under, shared);
    // Now its row stands behind that of the later one, where nothing asks for an order.
    for (const key of ["object_key || '.'", "rtrim(object_key, '.')"]) {
      await under.query(
        `update seal_parts set object_key = ${key} where agreement_id = $1 and kind = 'audio'`,
        [agreementId],
      );
    }
    expect(await verify(under, `hash/${sha256(shared)}`)).toMatchObject({
      ...{ status: 'valid', agreementId, isOfSeveral: true },
    });
    expect(await verify(under, later.agreementId)).toMatchObject({ status: 'valid', isOfSeveral: false });
  });

  it('says when the files of it were last compared with the seal', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    expect(await verify(under, agreementId)).toMatchObject({ status: 'valid', checkedAt: null });
    expect(await under.service.app.get(AgreementCheck).check(agreementId)).toBeNull();
    const { checkedAt } = await verify(under, agreementId);
    expect(Date.parse(checkedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('finds whatever a hash may be of by an index: anybody may ask for any', async () => {
    const rows = await under.query<{ tablename: string }>(
      `select tablename from pg_indexes where indexdef ~ '[(](manifest_)?sha256[)]' order by tablename`,
    );
    expect(rows.map(({ tablename }) => tablename)).toEqual([
      ...['recording_copies', 'seal_parts', 'seals', 'transcript_copies'],
    ]);
  });

  it('names the key, which is published', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const { keyId } = await verify(under, agreementId);
    const { body } = await under.call<{ keys: { keyId: string; publicKey: string }[] }>(
      '/.well-known/split-second-contract/keys.json',
      { kind: 'visitor', id: 0, sessionId: null },
    );
    const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, 'key'));
    expect(body.keys).toEqual([
      {
        ...{ keyId, algorithm: 'Ed25519', isCurrent: true, leakedAt: null },
        publicKey: await readFile(join(packet, 'public-key.pem'), 'utf8'),
      },
    ]);
  });
});
