import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { humanTranscriptDelivered } from '#contracts';
import { visitor } from '#platform';
import { eventually } from '#testing';
import { AgreementCheck } from '../src/evidence/agreement-check.js';
import { type ConsentRecord } from '../src/evidence/consent-record.js';
import { FindUnsealed } from '../src/evidence/evidence.schedules.js';
import { type Manifest } from '../src/evidence/packet.js';
import { mailedConfirmationKey } from '../src/signed-links.js';
import { type AgreementsUnderTest, LINK_SECRET } from './agreements-under-test.js';
import { deleted, round } from './deadlines.fixture.js';
import { OWNER, pay, send } from './invitations.fixture.js';
import { savedAgreement } from './recordings.fixture.js';
import {
  check,
  complete,
  logTypes,
  packetOf,
  run,
  type Sealing,
  sealed,
  sealedAgreement,
  sealedRemoteAgreement,
  sha256,
  startSealing,
  unpack,
  verify,
} from './seals.fixture.js';

let sealing: Sealing;
let under: AgreementsUnderTest;
let services: Sealing['services'];
let folder: string;
let audio: Buffer;
let consentAudio: Buffer;

beforeAll(async () => {
  sealing = await startSealing();
  ({ under, services, folder, audio, consentAudio } = sealing);
}, 120_000);

afterAll(() => sealing?.stop(), 60_000);

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
    const types = await logTypes(under, agreementId);
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
    expect((await logTypes(under, agreementId)).filter((type) => type === 'sealed')).toHaveLength(1);
  });

  it('waits for a service that is away, and is sealed then', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    services.away.add(agreementId);
    await pay(under, agreementId);
    await complete(under, agreementId);
    expect((await packetOf(under, agreementId)).body).toMatchObject({ code: 'not_ready' });
    expect(await verify(under, agreementId)).toMatchObject({ status: 'unknown', parts: [] });
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
    expect(await verify(under, agreementId)).toMatchObject({ status: 'unknown' });
  }, 60_000);

  it('gets another seal with the transcript that a person wrote, and the first stays valid', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const first = await packetOf(under, agreementId);
    const before = await verify(under, agreementId);
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
    const now = await verify(under, agreementId);
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
    expect(await verify(under, `hash/${sha256(await readFile(join(old, 'transcript.json')))}`)).toMatchObject(
      {
        status: 'valid',
        agreementId,
      },
    );
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
    expect(await verify(under, agreementId)).toMatchObject({ status: 'valid', version: 2 });
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

  it('is made in both once party B, who was in the same room, has confirmed in another language', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    expect(await texts(agreementId)).not.toContain('Certificado del acuerdo');
    const key = mailedConfirmationKey(LINK_SECRET, agreementId);
    const headers = { 'accept-language': 'es', 'user-agent': 'Browser of party B' };
    const path = `/api/agreements/remote/${agreementId}/confirmation`;
    await send(under, 'POST', path, { key, answer: 'yes' }, visitor, headers);
    await sealed(under, agreementId, 2);
    expect(await texts(agreementId)).toMatch(/Certificate of agreement.*Certificado del acuerdo/);
  });

  it('stays as it was sealed, also when party B is found to speak another language afterwards', async () => {
    const { agreementId } = await sealedAgreement(under, audio);
    const { body: before } = await packetOf(under, agreementId);
    await speaks(agreementId, 'en', 'es');
    expect((await packetOf(under, agreementId)).body.equals(before)).toBe(true);
    expect(await verify(under, agreementId)).toMatchObject({ status: 'valid', version: 1 });
    expect(await under.service.app.get(AgreementCheck).check(agreementId)).toBeNull();
  });
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
      const found = await verify(under, `hash/${hash}`);
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
