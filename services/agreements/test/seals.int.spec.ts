import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { humanTranscriptDelivered, transcriptCompleted } from '#contracts';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { eventually, SeededRandom } from '#testing';
import { EventLog } from '../src/event-log/event-log.js';
import type { ConsentRecord } from '../src/evidence/consent-record.js';
import { FindUnsealed } from '../src/evidence/evidence.schedules.js';
import { EvidenceCheck } from '../src/evidence/evidence-check.js';
import { LogHeads } from '../src/evidence/log-heads.js';
import { noteOldCopies } from '../src/evidence/old-copies.js';
import type { Manifest } from '../src/evidence/packet.js';
import { PdfSigner } from '../src/evidence/pdf-signer.js';
import type { Verification } from '../src/evidence/verification.view.js';
import { RecordingCopies } from '../src/seals/recording-copies.js';
import { SealKeys } from '../src/seals/seal-keys.js';
import { evidenceKey, mailedConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET, SEAL_SIGNING_KEY, user } from './agreements-under-test.js';
import { deleted, retentionEnds, round } from './deadlines.fixture.js';
import { OWNER, pay, send } from './invitations.fixture.js';
import {
  claim,
  drawPhoto,
  recordAnswer,
  recordTone,
  savedAgreement,
  upload,
  uploadForm,
} from './recordings.fixture.js';
import {
  check,
  complete,
  exported,
  FakeServices,
  packetOf,
  prepare,
  run,
  sealed,
  sealedAgreement,
  sealedRemoteAgreement,
  unpack,
} from './seals.fixture.js';

const random = new SeededRandom('packets');

let under: AgreementsUnderTest;
let services: FakeServices;
let folder: string;
let audio: Buffer;
let consentAudio: Buffer;

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const verify = async (path: string) =>
  (await under.call<Verification>(`/api/verify/${path}`, { kind: 'visitor', id: 0, sessionId: null })).body;
const logTypes = async (agreementId: string) =>
  (
    await under.query<{ type: string }>(
      'select type from agreement_events where agreement_id = $1 order by seq',
      [agreementId],
    )
  ).map(({ type }) => type);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-seals-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  consentAudio = await recordAnswer(join(folder, 'consent.webm'));
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start(services.environment);
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('a completed agreement', () => {
  it('is sealed once: manifest, signature, list of parts, log and event', async () => {
    const { agreementId } = await sealedRemoteAgreement(under, audio, consentAudio);
    const { manifest, manifestSha256, keyId } = await sealed(under, agreementId);
    const { parts, log, ...head } = JSON.parse(manifest) as Manifest;
    expect(head).toMatchObject({ agreementId, version: 1, keyId, algorithm: 'Ed25519' });
    expect(parts.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        ...['GUIDE.txt', 'agreement.json', 'audio/party-a.webm', 'audio/party-b.webm', 'check.mjs'],
        ...['consents.json', 'event-log.json', 'public-key.pem', 'receipt.json', 'terms.json'],
        ...['transcript.json', 'transcript.txt'],
      ]),
    );
    expect(parts.find(({ kind }) => kind === 'audio')?.sha256).toBe(sha256(audio));
    expect(parts.find(({ kind }) => kind === 'consent-audio')?.sha256).toBe(sha256(consentAudio));
    expect(sha256(manifest)).toBe(manifestSha256);
    const types = await logTypes(agreementId);
    expect(types.slice(-2)).toEqual(['completed', 'sealed']);
    expect(log.rows).toBe(types.length - 1);
    const told = (await under.told(agreementId)).filter(({ type }) => type === 'agreements.agreement.sealed');
    expect(told.map(({ data }) => data)).toEqual([
      { agreementId, ownerId: OWNER, version: 1, manifestSha256, keyId, sealedAt: expect.any(String) },
    ]);
  });

  it('is sealed once although its event comes twice and schedules look for it', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    await complete(under, agreementId);
    await under.service.app.get(FindUnsealed).round(new AbortController().signal);
    expect(await under.query('select 1 from seals where agreement_id = $1', [agreementId])).toHaveLength(1);
    expect((await logTypes(agreementId)).filter((type) => type === 'sealed')).toHaveLength(1);
  });

  it('waits for a service that is away, and is sealed then', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    services.away.add(agreementId);
    await pay(under, agreementId);
    await complete(under, agreementId);
    expect((await packetOf(under, agreementId)).body).toMatchObject({ code: 'not_ready' });
    expect(await verify(agreementId)).toMatchObject({ status: 'unknown', parts: [] });
    services.away.delete(agreementId);
    await sealed(under, agreementId);
  }, 60_000);

  it('keeps its content until it is sealed, and is not sealed while it goes', async () => {
    const saved = await savedAgreement(under, audio, OWNER);
    const { agreementId } = saved;
    services.away.add(agreementId);
    await pay(under, agreementId);
    await complete(under, agreementId);
    await under.query(
      `insert into deadlines (agreement_id, kind, due_at) values ($1, 'content-end', now())
       on conflict (agreement_id, kind) do update set due_at = now(), done_at = null`,
      [agreementId],
    );
    await round(under.service);
    await eventually(
      async () => {
        const jobs = await under.query(
          `select 1 from jobs where name = 'delete-content' and key like $1 and last_error ~ 'being sealed'`,
          [`${agreementId}:%`],
        );
        expect(jobs).toHaveLength(1);
      },
      10_000,
      'a deletion that waits',
    );
    services.away.delete(agreementId);
    await sealed(under, agreementId);
    await deleted(under, saved);
    const left = (await under.objects()).filter((path) => path.includes(`seals/${agreementId}/`));
    const facts = await under.query<{ key: string }>(
      'select object_key as key from seal_parts where agreement_id = $1 and deleted_at is null',
      [agreementId],
    );
    expect(left).toHaveLength(new Set(facts.map(({ key }) => key)).size);
    // Until the last object is gone, a seal would put the conversation back.
    await under.query('update agreements set content_deleted_at = null where agreement_id = $1', [
      agreementId,
    ]);
    const key = mailedConfirmationKey(LINK_SECRET, agreementId);
    await send(under, 'POST', `/api/agreements/remote/${agreementId}/confirmation`, { key, answer: 'yes' });
    await eventually(
      async () => {
        const jobs = await under.query(
          `select 1 from jobs where name = 'seal-agreement' and key like $1 and last_error ~ 'being deleted'`,
          [`${agreementId}:2:%`],
        );
        expect(jobs).toHaveLength(1);
      },
      10_000,
      'a seal that waits',
    );
    await under.query('update agreements set content_deleted_at = now() where agreement_id = $1', [
      agreementId,
    ]);
    await sealed(under, agreementId, 2);
  }, 60_000);

  it('of before there were seals is found and sealed', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    await under.query('delete from seal_parts where agreement_id = $1', [agreementId]);
    await under.query('delete from seals where agreement_id = $1', [agreementId]);
    await under.query(`delete from jobs where name = 'seal-agreement' and key like $1`, [`${agreementId}:%`]);
    await under.service.app.get(FindUnsealed).round(new AbortController().signal);
    expect(await sealed(under, agreementId)).toMatchObject({ version: 1 });
  });

  it('whose recording was changed in the store is not sealed', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    services.away.add(agreementId);
    await pay(under, agreementId);
    const [recording] = await under.query<{ key: string }>(
      'select object_key as key from recordings where agreement_id = $1',
      [agreementId],
    );
    await writeFile(
      under.objectPath(recording?.key ?? ''),
      Buffer.concat([audio.subarray(1), Buffer.from('x')]),
    );
    await complete(under, agreementId);
    services.away.delete(agreementId);
    await eventually(
      async () => {
        const [job] = await under.query<{ error: string | null }>(
          `select last_error as error from jobs where name = 'seal-agreement' and key like $1`,
          [`${agreementId}:%`],
        );
        expect(job?.error).toMatch(/StoredOtherwise/);
      },
      20_000,
      'a seal that is refused',
    );
    expect(await verify(agreementId)).toMatchObject({ status: 'unknown' });
  }, 60_000);

  it('gets another seal with the transcript that a person wrote, and the first stays valid', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const first = await packetOf(under, agreementId);
    const before = await verify(agreementId);
    services.human.set(agreementId, {
      text: 'I sell the car.',
      sha256: 'd'.repeat(64),
      deliveredAt: '2026-11-24T12:00:00.000Z',
    });
    const event = under.event(humanTranscriptDelivered, {
      ...{ agreementId, ownerId: OWNER, orderId: randomUUID(), sha256: 'd'.repeat(64), adminId: 1 },
    });
    for (const times of [1, 2]) {
      await under.deliver(event);
      await under.handled(event, 'note-manual-delivery', times);
    }
    await sealed(under, agreementId, 2);
    expect(await under.query('select 1 from seals where agreement_id = $1', [agreementId])).toHaveLength(2);
    const now = await verify(agreementId);
    expect(now).toMatchObject({ status: 'valid', version: 2 });
    expect(now.earlierParts).toContainEqual(expect.objectContaining({ path: 'transcript.json', version: 1 }));
    const old = await unpack(first.body, join(folder, 'first'));
    expect(now.seals).toEqual([
      {
        ...{ version: 1, sealedAt: before.sealedAt },
        manifestSha256: sha256(await readFile(join(old, 'manifest.json'))),
        keyLeakedAt: null,
      },
      { version: 2, sealedAt: now.sealedAt, manifestSha256: now.manifestSha256, keyLeakedAt: null },
    ]);
    const signature = sha256(await readFile(join(old, 'manifest.sig')));
    expect(now.additions).toContainEqual({ path: 'manifest.sig', sha256: signature, version: 1 });
    const said = await check(old);
    expect(said).toEqual({ status: 0, said: expect.stringContaining('Everything is as it was sealed') });
    expect(await verify(`hash/${sha256(await readFile(join(old, 'transcript.json')))}`)).toMatchObject({
      status: 'valid',
      agreementId,
    });
  });

  it('gets another seal when party B says that it was not them, which says so', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const key = mailedConfirmationKey(LINK_SECRET, agreementId);
    const objection = await send(under, 'POST', `/api/agreements/remote/${agreementId}/confirmation`, {
      ...{ key, answer: 'no', reason: 'I was away.' },
    });
    expect(objection.status).toBe(200);
    await sealed(under, agreementId, 2);
    const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, 'objected'));
    const consents = JSON.parse(await readFile(join(packet, 'consents.json'), 'utf8')) as ConsentRecord;
    expect(consents).toMatchObject({
      spokenConsents: [
        { party: 'a', state: 'said', start: 1 },
        { party: 'b', state: 'not_said' },
      ],
      voiceMatch: null,
    });
    expect(consents.confirmations).toEqual([
      expect.objectContaining({ answer: 'no', via: 'link', reason: 'I was away.' }),
    ]);
    expect(await verify(agreementId)).toMatchObject({ status: 'valid', version: 2 });
  });
});

describe('the certificate of a seal', () => {
  const texts = async (agreementId: string) => {
    const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, agreementId));
    const { stdout } = await run('pdftotext', ['-layout', join(packet, 'certificate.pdf'), '-']);
    return stdout.replace(/\s+/g, ' ');
  };
  const speaks = (agreementId: string, partyA: string, partyB: string | null) =>
    under.query(
      'update agreements set party_a_language = $2, party_b_language = $3 where agreement_id = $1',
      [agreementId, partyA, partyB],
    );
  const completedIn = async (partyA: string, partyB: string | null) => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    await pay(under, agreementId);
    await speaks(agreementId, partyA, partyB);
    await complete(under, agreementId);
    await sealed(under, agreementId);
    return agreementId;
  };

  it.each([
    ['es', null, 'Certificado del acuerdo', 'Certificate of agreement'],
    ['es', 'es', 'Certificado del acuerdo', 'Certificate of agreement'],
    ['en', 'en', 'Certificate of agreement', 'Certificado del acuerdo'],
  ])('is in the language of party A, as the transcript beside it: %s, party B %s', async (...row) => {
    const [partyA, partyB, title, other] = row;
    const agreementId = await completedIn(partyA, partyB);
    const text = await texts(agreementId);
    expect(text).toContain(title);
    expect(text).not.toContain(other);
    expect(services.transcriptLanguages.get(agreementId)).toBe(partyA);
  });

  it('is in both where the parties chose different ones, party A first', async () => {
    const agreementId = await completedIn('es', 'en');
    const text = await texts(agreementId);
    const [first, second] = [
      text.indexOf('Certificado del acuerdo'),
      text.indexOf('Certificate of agreement'),
    ];
    expect(first).toBeGreaterThanOrEqual(0);
    expect(second).toBeGreaterThan(first);
    expect(services.transcriptLanguages.get(agreementId)).toBe('es,en');
  });

  it('stays as it was sealed, also when party B is found to speak another language afterwards', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const { body: before } = await packetOf(under, agreementId);
    await speaks(agreementId, 'en', 'es');
    expect((await packetOf(under, agreementId)).body.equals(before)).toBe(true);
    expect(await verify(agreementId)).toMatchObject({ status: 'valid', version: 1 });
    expect(await under.service.app.get(EvidenceCheck).check(agreementId)).toBeNull();
  });
});

describe('copies of a recording', () => {
  it('are known by the hash that was signed when they were made, also when they are deleted', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const mp3 = async () => {
      const query = { kind: 'user', id: OWNER, sessionId: null } as const;
      return (await under.call<Buffer>(`/api/agreements/${agreementId}/audio?format=mp3`, query)).body;
    };
    await prepare(under, agreementId);
    const hash = sha256(await mp3());
    const found = await verify(`hash/${hash}`);
    expect(found).toMatchObject({ status: 'valid', agreementId });
    expect(found.copies.map(({ format, party }) => [format, party])).toEqual([
      ['mp3', 'a'],
      ['preview', 'a'],
      ['webm', 'a'],
    ]);
    expect(found.copies[0]?.sha256).toBe(hash);
    await under.query('update recordings set mp3 = null where agreement_id = $1', [agreementId]);
    expect(await verify(`hash/${hash}`)).toMatchObject({ status: 'valid' });
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
    expect(await verify(`hash/${hash}`)).toMatchObject({ status: 'unknown' });
    const { agreementId } = await sealedAgreement(under, shared);
    await noted(agreementId);
    const found = { status: 'valid', agreementId };
    expect(await verify(`hash/${hash}`)).toMatchObject({ ...found, isOfSeveral: false });
    await noted((await sealedAgreement(under, shared)).agreementId);
    expect(await verify(`hash/${hash}`)).toMatchObject({ ...found, isOfSeveral: true });
  });

  it('of before they were noted are noted once, right after the migration', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    await prepare(under, agreementId);
    await under.query('delete from recording_copies where agreement_id = $1', [agreementId]);
    expect(await noteOldCopies(under.databaseUrl, SEAL_SIGNING_KEY)).toBeGreaterThan(0);
    expect((await verify(agreementId)).copies).toHaveLength(3);
    expect(await under.service.app.get(EvidenceCheck).check(agreementId)).toBeNull();
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
    expect(await verify(`hash/${sha256(forged)}`)).toMatchObject({ status: 'unknown' });
    expect(await under.service.app.get(EvidenceCheck).check(agreementId)).toBe(
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
    expect(await verify(`hash/${forged}`)).toMatchObject({ status: 'unknown' });
    expect(await verify(agreementId)).toMatchObject({ status: 'altered' });
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
    const found = await verify(`hash/${hash}`);
    expect(found).toMatchObject({ status: 'valid', agreementId, version: 1 });
    expect(found.transcriptCopy).toEqual({
      ...{ format: 'srt', language: 'es', bytes: 412, areSpeakersNamed: true },
      exportedAt: expect.stringMatching(/^20.*Z$/),
    });
    // Whoever has the number alone is not told what its owner takes along.
    expect((await verify(agreementId)).transcriptCopy).toBeNull();
    expect(JSON.stringify(await verify(agreementId))).not.toContain(hash);
    // A file of the seal is no copy.
    const transcript = found.parts.find(({ path }) => path === 'transcript.json');
    expect((await verify(`hash/${transcript?.sha256}`)).transcriptCopy).toBeNull();
  });

  it('are unknown before the agreement is sealed, and where the words were never sealed', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    await pay(under, agreementId);
    const early = await exported(under, agreementId);
    expect(await verify(`hash/${early}`)).toMatchObject(unknown);
    await complete(under, agreementId);
    await sealed(under, agreementId);
    expect(await verify(`hash/${early}`)).toMatchObject({ status: 'valid', agreementId });
    for (const other of [
      { transcriptSha256: 'd'.repeat(64) },
      { humanSha256: 'd'.repeat(64) },
      // In the log, as the hash of something else.
      { transcriptSha256: sha256(audio) },
    ]) {
      expect(await verify(`hash/${await exported(under, agreementId, other)}`)).toMatchObject(unknown);
    }
    expect(await verify(agreementId)).toMatchObject({ status: 'valid' });
  });

  it('of the words of before, and of what a person wrote, are known with the seal that has them', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const before = await exported(under, agreementId);
    const renewed = await exported(under, agreementId, { transcriptSha256: 'e'.repeat(64) });
    const written = await exported(under, agreementId, { humanSha256: 'd'.repeat(64) });
    const told = [await verify(`hash/${renewed}`), await verify(`hash/${written}`)];
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
    for (const hash of [before, renewed, written]) {
      expect(await verify(`hash/${hash}`)).toMatchObject({ status: 'valid', agreementId, version: 3 });
    }
  });

  it('that are the same file in two agreements are one of the sealed one', async () => {
    const { agreementId: open } = await savedAgreement(under, audio, OWNER);
    const { agreementId } = await sealedAgreement(under, audio);
    const hash = await exported(under, open);
    await exported(under, agreementId, { sha256: hash });
    expect(await verify(`hash/${hash}`)).toMatchObject({ status: 'valid', agreementId });
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
    const nightly = under.service.app.get(EvidenceCheck);
    const found = 'the srt copy of the transcript is not as it was noted';
    expect(await verify(`hash/${forged}`)).toMatchObject(unknown);
    expect(await nightly.check(agreementId)).toBe(found);
    expect(await verify(agreementId)).toMatchObject({ status: 'altered' });
    await under.query('delete from transcript_copies where sha256 = $1', [forged]);
    expect(await nightly.check(agreementId)).toBeNull();
    expect(await verify(agreementId)).toMatchObject({ status: 'valid' });
    await under.query('update transcript_copies set are_speakers_named = false where sha256 = $1', [hash]);
    expect(await verify(`hash/${hash}`)).toMatchObject(unknown);
    expect(await nightly.check(agreementId)).toBe(found);
    expect(await verify(agreementId)).toMatchObject({ status: 'altered' });
  });

  it('are kept up to 300 of an agreement, however many come at once, and cost its verification nothing', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const checks = jest.spyOn(SealKeys.prototype, 'isSigned');
    const counted = async (path: string) => {
      checks.mockClear();
      return [await verify(path), checks.mock.calls.length] as const;
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
    for (const hash of beyond) expect(await verify(`hash/${hash}`)).toMatchObject(unknown);
    // One that was noted stays known, so nobody makes another's file unknown by exporting.
    expect(rows.map(({ sha256: hash }) => hash)).toContain(first);
    // Wherever it stands among them, the check of the night finds it.
    const last = rows
      .map(({ sha256: hash }) => hash)
      .sort()
      .at(-1);
    await under.query('update transcript_copies set bytes = bytes + 1 where sha256 = $1', [last]);
    const nightly = under.service.app.get(EvidenceCheck);
    expect(await nightly.check(agreementId)).toBe('the srt copy of the transcript is not as it was noted');
    checks.mockRestore();
  }, 60_000);
});

describe('the mail that brings what was sealed', () => {
  const files = (agreementId: string) =>
    under.call<{ certificate: string; transcript: string; code?: string }>(
      `/internal/agreements/${agreementId}/sealed-files`,
      { kind: 'service', id: 0, sessionId: null, name: 'notifications' },
    );

  it('gets certificate and transcript with the hashes of the seal', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const { body } = await files(agreementId);
    for (const [path, content] of [
      ['certificate.pdf', body.certificate],
      ['transcript.txt', body.transcript],
    ] as const) {
      const hash = sha256(Buffer.from(content, 'base64'));
      const found = await verify(`hash/${hash}`);
      expect(found).toMatchObject({ status: 'valid', agreementId });
      expect(found.parts.find((part) => part.path === path)?.sha256).toBe(hash);
    }
  });

  it('gets nothing before, and nothing that was changed in the store', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    expect((await files(agreementId)).body).toMatchObject({ code: 'not_ready' });
    await pay(under, agreementId);
    await complete(under, agreementId);
    await sealed(under, agreementId);
    const [part] = await under.query<{ key: string }>(
      `select object_key as key from seal_parts where agreement_id = $1 and path = 'certificate.pdf'`,
      [agreementId],
    );
    const path = under.objectPath(part?.key ?? '');
    await writeFile(path, Buffer.concat([await readFile(path), Buffer.from('x')]));
    expect((await files(agreementId)).body).toMatchObject({ code: 'not_ready' });
  });
});

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
      rows: { type: string; address: string | null }[];
    };
    expect(head.rows.map((row) => [row.type, row.address])).toEqual([
      ['sealed', null],
      [type, null],
    ]);
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
    const verification = await verify(agreementId);
    expect(verification.additions.map(({ path }) => path)).toEqual([
      ...['manifest.json', 'manifest.sig', 'log-head.json', 'log-head.sig'],
    ]);
    await under.query(
      `update seals set log_head = replace(log_head, '"day"', '"dax"') where agreement_id = $1`,
      [agreementId],
    );
    expect(await verify(agreementId)).toMatchObject({ status: 'altered' });
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
    expect((await summary(agreementId)).body.equals(body)).toBe(true);
    const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, 'certificate'));
    expect((await readFile(join(packet, 'certificate.pdf'))).equals(body)).toBe(true);
    expect(await verify(`hash/${sha256(body)}`)).toMatchObject({ status: 'valid', agreementId });
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
    const draft = (await summary(agreementId)).body;
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
    const found = await verify(agreementId);
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
    expect(await under.service.app.get(EvidenceCheck).check(agreementId)).toBeNull();
    expect(await verify(`hash/${sha256(before)}`)).toMatchObject({ status: 'valid', agreementId });
    expect((await verify(`hash/${subtitles}`)).transcriptCopy).toMatchObject({ format: 'srt' });
    const after = (await summary(agreementId)).body;
    const text = await textOf(after);
    if (text !== null) expect(text).not.toContain('I sell the car');
    expect(await verify(`hash/${sha256(after)}`)).toMatchObject({ status: 'valid', agreementId });
    expect((await packetOf(under, agreementId)).status).toBe(410);
  }, 60_000);
});

describe('verification', () => {
  it('is public, and tells no names', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const found = await verify(agreementId);
    expect(found).toMatchObject({ status: 'valid', agreementId, version: 1, sealedAt: expect.any(String) });
    expect(JSON.stringify(found)).not.toMatch(/Anna|Ben|example\.test|Miller|Carter/);
    expect(await verify('1234567890123456')).toMatchObject({ status: 'unknown', sealedAt: null });
    const part = found.parts.find(({ path }) => path === 'event-log.json');
    expect(await verify(`hash/${part?.sha256}`)).toMatchObject({ status: 'valid', agreementId });
    // The guide is the same in all packets.
    const common = found.parts.find(({ path }) => path === 'GUIDE.txt');
    expect(await verify(`hash/${common?.sha256}`)).toMatchObject({ status: 'unknown' });
    // Nor is it told whose terms these are, where another agreement has the same.
    const terms = found.parts.find(({ path }) => path === 'terms.json');
    const other = await verify((await sealedAgreement(under, audio)).agreementId);
    expect(other.parts).toContainEqual(terms);
    expect(await verify(`hash/${terms?.sha256}`)).toMatchObject({ status: 'unknown', agreementId: null });
    const visitor = { kind: 'visitor', id: 0, sessionId: null } as const;
    expect((await under.call('/api/verify/hash/xyz', visitor)).status).toBe(400);
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
    const part = (await verify(agreementId)).parts.find(({ path }) => path === 'photo.jpg');
    expect(await verify(`hash/${part?.sha256}`)).toMatchObject({ status: 'valid', agreementId });
    expect((await verify(await withPhoto())).parts).toContainEqual(part);
    expect(await verify(`hash/${part?.sha256}`)).toMatchObject({
      ...{ status: 'unknown', agreementId: null, isOfSeveral: true },
    });
  });

  it('answers of a recording that several have with the one that was sealed first, and says so', async () => {
    const shared = await recordTone(join(folder, 'shared.webm'), 1);
    const { agreementId } = await sealedAgreement(under, shared);
    expect(await verify(`hash/${sha256(shared)}`)).toMatchObject({ agreementId, isOfSeveral: false });
    const later = await sealedAgreement(under, shared);
    // Now its row stands behind that of the later one, where nothing asks for an order.
    for (const key of ["object_key || '.'", "rtrim(object_key, '.')"]) {
      await under.query(
        `update seal_parts set object_key = ${key} where agreement_id = $1 and kind = 'audio'`,
        [agreementId],
      );
    }
    expect(await verify(`hash/${sha256(shared)}`)).toMatchObject({
      ...{ status: 'valid', agreementId, isOfSeveral: true },
    });
    expect(await verify(later.agreementId)).toMatchObject({ status: 'valid', isOfSeveral: false });
  });

  it('says when the files of it were last compared with the seal', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    expect(await verify(agreementId)).toMatchObject({ status: 'valid', checkedAt: null });
    expect(await under.service.app.get(EvidenceCheck).check(agreementId)).toBeNull();
    const { checkedAt } = await verify(agreementId);
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
    const { keyId } = await verify(agreementId);
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
