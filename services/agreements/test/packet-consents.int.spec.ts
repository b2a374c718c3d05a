import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { humanTranscriptDelivered } from '#contracts';
import { DAY_MS } from '#platform';
import type { ConsentRecord } from '../src/evidence/consent-record.js';
import { AgreementsUnderTest, user } from './agreements-under-test.js';
import { OWNER, pay } from './invitations.fixture.js';
import { drawPhoto, recordAnswer, recordTone, savedAgreement } from './recordings.fixture.js';
import {
  check,
  complete,
  everyKindOfAgreement,
  FakeServices,
  packetOf,
  run,
  sealed,
  unpack,
} from './seals.fixture.js';

/** Each way to agree has its packet, which says how each party agreed as it really was. */

let under: AgreementsUnderTest;
let services: FakeServices;
let folder: string;
let agreements: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-packet-consents-'));
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start({ ...services.environment, STRANGERS_PER_ADDRESS: '1000' });
  agreements = await everyKindOfAgreement(under, {
    audio: await recordTone(join(folder, 'a.webm'), 1),
    consentAudio: await recordAnswer(join(folder, 'b.webm')),
    photo: await drawPhoto(join(folder, 'photo.jpg')),
  });
}, 240_000);

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function opened(agreementId = '') {
  const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, randomUUID()));
  expect((await check(packet)).status).toBe(0);
  const { stdout } = await run('pdftotext', ['-layout', join(packet, 'certificate.pdf'), '-']);
  const consents = JSON.parse(await readFile(join(packet, 'consents.json'), 'utf8')) as ConsentRecord;
  return { packet, consents, certificate: stdout.replace(/\s+/g, ' ') };
}

it('each consent, confirmation and seal has the very moment of its row of the log, whatever the clock does', async () => {
  const apart = await under.query<{ type: string }>(
    `select e.type from agreement_events e
       left join consents c on c.agreement_id = e.agreement_id
       left join confirmations f on f.id::text = e.detail ->> 'confirmationId'
       left join seals s on s.agreement_id = e.agreement_id and s.version::text = e.detail ->> 'version'
     where e.agreement_id = any($1) and (
       (e.type = 'consented' and c.consented_at is distinct from e.at)
       or (e.type in ('consent-confirmed', 'consent-objected') and f.answered_at is distinct from e.at)
       or (e.type = 'sealed' and s.sealed_at is distinct from e.at))`,
    [agreements],
  );
  expect(apart).toEqual([]);
});

it('in one room, from an upload: nobody was told below a notice; confirmed on the screen and through the mail', async () => {
  const { consents, certificate } = await opened(agreements[0]);
  expect(consents.partyB).toBeNull();
  expect(consents.partyA.noticeGivenAt).toBeNull();
  expect(consents.confirmations.map(({ answer, via }) => [answer, via])).toEqual([
    ['yes', 'screen'],
    ['yes', 'link'],
  ]);
  expect(certificate).toContain('Gave no consent of their own');
  expect(certificate).toContain('Told of recording not on record');
  expect(certificate).toContain('on a phone that scanned party A’s screen');
});

it('of a recording that was made again: what is told is of that one, its date too, not of the one before', async () => {
  const { audio: again, agreementId } = await recordedAgain();
  const { consents, certificate } = await opened(agreementId);
  const today = consents.partyA.recordedAt?.slice(0, 10);
  // Above all others, and where party A's consent is told.
  expect(certificate.match(/Stored \d{4}-\d\d-\d\d/g)).toEqual([`Stored ${today}`, `Stored ${today}`]);
  expect(consents.partyA.audioSha256).toBe(createHash('sha256').update(again).digest('hex'));
  expect(consents.partyA.noticeGivenAt).toBeNull();
  expect(certificate).toContain('Told of recording not on record');
});

/** Recorded with everybody told, recorded again without a day later, paid, completed and sealed. */
async function recordedAgain(): Promise<{ audio: Buffer; agreementId: string }> {
  const first = await recordTone(join(folder, 'first.webm'), 1);
  const again = await recordAnswer(join(folder, 'again.webm'));
  await under.setClock(new Date(Date.now() - DAY_MS));
  const noticeGivenAt = new Date(Date.now() - DAY_MS).toISOString();
  const { agreementId } = await savedAgreement(under, first, OWNER, { noticeGivenAt });
  await under.setClock(new Date());
  const form = new FormData();
  form.append('agreementId', agreementId);
  form.append('audio', new Blob([new Uint8Array(again)]), 'recording.webm');
  const headers = { prefer: 'respond-async' };
  const { status } = await under.call('/api/transcribe', user(OWNER), {
    method: 'POST',
    body: form,
    headers,
  });
  expect(status).toBe(202);
  await pay(under, agreementId);
  await complete(under, agreementId);
  await sealed(under, agreementId);
  return { audio: again, agreementId };
}

it('from afar: by the mailed link, or by a code', async () => {
  const [linked, coded] = [await opened(agreements[1]), await opened(agreements[2])];
  expect([linked.consents.partyB?.via, coded.consents.partyB?.via]).toEqual(['link', 'code']);
  expect(linked.consents.partyB?.statements).toContain('I have heard or read the terms of this agreement.');
  expect(linked.certificate).toContain('through the link that was mailed to ben@example.test');
  expect(coded.certificate).toContain('with a one-time code that was mailed to ben@example.test');
  for (const { packet, consents } of [linked, coded]) {
    const { stdout } = await run('sha256sum', [join(packet, 'audio/party-b.webm')]);
    expect(stdout.slice(0, 64)).toBe(consents.partyB?.audioSha256);
  }
});

it('objected to: the newest certificate says so before anything else', async () => {
  const { consents, certificate } = await opened(agreements[3]);
  expect(consents.confirmations).toMatchObject([{ answer: 'no', via: 'link', reason: 'I was away.' }]);
  expect(certificate).toContain('OBJECTED: somebody reached as party B says that it was not them.');
});

it('written down by a person: the same consents, and the words of the person', async () => {
  const agreementId = agreements[1] ?? '';
  const before = await opened(agreementId);
  services.human.set(agreementId, {
    ...{ text: 'I sell the car, as written by a person.', sha256: 'd'.repeat(64) },
    deliveredAt: '2026-11-24T12:00:00.000Z',
  });
  const event = under.event(humanTranscriptDelivered, {
    ...{ agreementId, ownerId: OWNER, orderId: randomUUID(), sha256: 'd'.repeat(64), adminId: 1 },
  });
  await under.deliver(event);
  await under.handled(event, 'note-manual-delivery');
  await sealed(under, agreementId, 2);
  const after = await opened(agreementId);
  expect(after.consents).toEqual(before.consents);
  expect(after.certificate).toContain('I sell the car, as written by a person.');
});
