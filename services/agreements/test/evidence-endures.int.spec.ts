import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgreementCheck } from '../src/evidence/agreement-check.js';
import { LogHeads } from '../src/evidence/log-heads.js';
import type { Verification } from '../src/evidence/verification.view.js';
import { TimestampSeals } from '../src/seals/timestamp-seals.schedule.js';
import { evidenceKey, mailedConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET, SEAL_SIGNING_KEY, user } from './agreements-under-test.js';
import { daysAfter, logged, retentionEnds, round, statusOf, told } from './deadlines.fixture.js';
import {
  consent,
  consentForm,
  currentKey,
  invitedAgreement,
  OWNER,
  openDeadlines,
  send,
  viewOf,
} from './invitations.fixture.js';
import { recordAnswer, recordTone } from './recordings.fixture.js';
import {
  canUnshare,
  check,
  complete,
  FakeServices,
  packetOf,
  run,
  sealed,
  sealedAgreement,
  sealedRemoteAgreement,
  unpack,
} from './seals.fixture.js';
import { OwnAuthority } from './timestamp-authority.fixture.js';

/** What was sealed goes on to verify, whatever happens to us: the keys change, content is deleted, we are switched off. */

const { signal } = new AbortController();
const visitor = { kind: 'visitor', id: 0, sessionId: null } as const;

let under: AgreementsUnderTest;
let services: FakeServices;
let authority: OwnAuthority;
let folder: string;
let audio: Buffer;
/** Sealed, stamped and with its daily head before anything happens. */
let agreementId: string;
let before: Buffer;

const verify = async (id: string) => (await under.call<Verification>(`/api/verify/${id}`, visitor)).body;
const keys = async () =>
  (
    await under.call<{ keys: { keyId: string; isCurrent: boolean; publicKey: string }[] }>(
      '/.well-known/split-second-contract/keys.json',
      visitor,
    )
  ).body.keys;

async function addToPacket(): Promise<void> {
  await under.query(
    `update seals set timestamp_due_at = now() - interval '1 minute' where timestamp_token is null`,
  );
  await under.service.app.get(TimestampSeals).round(signal);
  await under.query('delete from log_heads');
  await under.service.app.get(LogHeads).signToday();
  await under.service.app.get(LogHeads).cover(signal);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-endures-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  authority = await OwnAuthority.start(join(folder, 'authority'));
  authority.answer = 'granted';
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start({
    ...services.environment,
    TIMESTAMP_AUTHORITY_URL: authority.url,
  });
  const consentAudio = await recordAnswer(join(folder, 'consent.webm'));
  ({ agreementId } = await sealedRemoteAgreement(under, audio, consentAudio));
  await addToPacket();
  before = (await packetOf(under, agreementId)).body;
}, 240_000);

afterAll(async () => {
  await under?.stop().catch(() => undefined);
  await services?.stop();
  await authority?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it('after the key was changed: old seals stay valid, new ones have the new key, both keys are published', async () => {
  const [old] = await keys();
  await under.restart({ SEAL_SIGNING_KEY: `another-key-that-signs-from-now-on,${SEAL_SIGNING_KEY}` });
  const published = await keys();
  expect(published.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(published[1]).toEqual({ ...old, isCurrent: false });
  expect(await verify(agreementId)).toMatchObject({ status: 'valid', keyId: old?.keyId });
  expect((await packetOf(under, agreementId)).body.equals(before)).toBe(true);
  const newer = await sealedAgreement(under, audio);
  expect(await verify(newer.agreementId)).toMatchObject({ status: 'valid', keyId: published[0]?.keyId });
  // Sealed with the old key, in a head of the new one.
  await under.query('update seals set log_head = null, log_head_signature = null');
  await addToPacket();
  const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, 'rotated'));
  const head = JSON.parse(await readFile(join(packet, 'log-head.json'), 'utf8')) as { keyId: string };
  expect(head.keyId).toBe(published[0]?.keyId);
  expect(await check(packet)).toMatchObject({
    status: 0,
    said: expect.stringContaining('signed with the key'),
  });
  expect(await under.service.app.get(AgreementCheck).check(agreementId)).toBeNull();
});

it('after the secret of the links was changed: party B’s mailed link still opens, also to say that it was not them', async () => {
  const key = mailedConfirmationKey(LINK_SECRET, agreementId);
  const read = () =>
    under.call<{ via: string }>(`/api/agreements/remote/${agreementId}/confirmation?key=${key}`, {
      ...{ kind: 'visitor', id: 0, sessionId: null },
    });
  const other = 'links-are-signed-with-another-one-now';
  await under.restart({ LINK_SECRET: other });
  expect((await read()).status).toBe(404);
  await under.restart({ LINK_SECRET: `${other},${LINK_SECRET}` });
  expect(await read()).toMatchObject({ status: 200, body: { via: 'link' } });
  const packet = `/api/agreements/${agreementId}/evidence.zip?key=${evidenceKey(LINK_SECRET, agreementId, 'b')}`;
  expect((await under.call(packet, { kind: 'visitor', id: 0, sessionId: null })).status).toBe(200);
}, 60_000);

it('after retention has deleted recording and words, for whoever kept the packet', async () => {
  await retentionEnds(under, agreementId);
  expect(await verify(agreementId)).toMatchObject({ status: 'valid', version: 1 });
  expect(await under.service.app.get(AgreementCheck).check(agreementId)).toBeNull();
  const kept = await unpack(before, join(folder, 'kept'));
  expect((await check(kept)).status).toBe(0);
  const manifest = (await run('sha256sum', [join(kept, 'manifest.json')])).stdout.slice(0, 64);
  expect(await verify(`hash/${manifest}`)).toMatchObject({ status: 'valid', agreementId });
}, 60_000);

it('after retention, with what party B says then: sealed anew with the facts, and in the record that is kept', async () => {
  const key = mailedConfirmationKey(LINK_SECRET, agreementId);
  const answer = { key, answer: 'no', reason: 'I was in Rome that week.' };
  expect(
    (await send(under, 'POST', `/api/agreements/remote/${agreementId}/confirmation`, answer)).status,
  ).toBe(200);
  await sealed(under, agreementId, 2);
  const now = await verify(agreementId);
  expect(now).toMatchObject({ status: 'valid', version: 2 });
  expect(now.parts.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['audio/party-a.webm', 'audio/party-b.webm', 'consents.json', 'record.pdf']),
  );
  expect(now.parts.map(({ kind }) => kind)).not.toContain('certificate');
  expect(await under.service.app.get(AgreementCheck).check(agreementId)).toBeNull();
  const record = join(folder, 'record.pdf');
  const { body } = await under.call<Buffer>(`/api/agreements/${agreementId}/summary.pdf`, user(OWNER));
  await writeFile(record, body);
  const text = (await run('pdftotext', ['-layout', record, '-'])).stdout.replace(/\s+/g, ' ');
  expect(text).toContain('I was in Rome that week.');
  expect(text).not.toContain('Señor Ñandú');
  expect(await under.query('select 1 from seals where sealed_at is null')).toEqual([]);
}, 60_000);

it('of an answer in the last minute: both can fetch it for a week after it came, which is what they are told', async () => {
  const saved = await invitedAgreement(under, audio);
  const { agreementId: late } = saved;
  const answer = await recordAnswer(join(folder, 'late.webm'));
  const form = consentForm(answer, { key: await currentKey(under, late) });
  expect((await consent(under, late, form)).status).toBeLessThan(300);
  const audioOf = (party: string) =>
    under.call(`/api/agreements/${late}/audio?party=${party}&format=original`, user(OWNER));
  await under.query(
    `update agreements set expires_at = now() - interval '1 minute' where agreement_id = $1`,
    [late],
  );
  await under.query(
    `update deadlines set due_at = now() - interval '1 minute' where agreement_id = $1 and kind = 'access-end'`,
    [late],
  );
  const expectHeard = async () => {
    for (const party of ['a', 'b']) expect([party, (await audioOf(party)).status]).toEqual([party, 200]);
  };
  // Before a round has looked at it as well as after.
  await expectHeard();
  await round(under.service);
  expect(await logged(under, saved, 'deletion-blocked')).toBe(1);
  await expectHeard();
  const before = Date.now();
  await complete(under, late);
  await sealed(under, late);
  const [completed] = (await told(under, saved, 'agreements.agreement.completed')) as { expiresAt: string }[];
  const until = Date.parse(completed?.expiresAt ?? '');
  expect(until).toBeGreaterThanOrEqual(daysAfter(new Date(before), 7).getTime());
  expect(until).toBeLessThanOrEqual(daysAfter(new Date(), 7).getTime());
  expect(await viewOf(under, late)).toMatchObject({ expiresAt: completed?.expiresAt });
  expect(await openDeadlines(under, late)).toEqual(['access-end', 'access-warning-1']);
  await expectHeard();
  expect((await packetOf(under, late)).status).toBe(200);
  expect((await packetOf(under, late, evidenceKey(LINK_SECRET, late, 'b'))).status).toBe(200);
  await round(under.service);
  expect((await statusOf(under, saved)).isDeleted).toBe(false);
  await retentionEnds(under, late);
  expect((await audioOf('b')).status).toBe(410);
}, 60_000);

it('with us switched off and no network: by its program, and by the commands of its guide as they stand there', async () => {
  await under.stop();
  const packet = await unpack(before, join(folder, 'offline'));
  expect(await check(packet)).toEqual({
    status: 0,
    said: expect.stringMatching(/Everything is as it was sealed[\s\S]*time stamp[\s\S]*signed head of/),
  });
  const guide = await readFile(join(packet, 'GUIDE.txt'), 'utf8');
  const commands = [...guide.matchAll(/^ {3}((?:tr|openssl) .+)$/gm)].map(([, command = '']) => command);
  // In English, and the same in Spanish.
  expect(commands).toHaveLength(6);
  expect(commands.slice(3)).toEqual(commands.slice(0, 3));
  // The reader gets the authority's certificates from the authority.
  await cp(authority.caFile, join(packet, 'authority.pem'));
  const [shell = '', ...alone] = [...((await canUnshare()) ? ['unshare', '-rn'] : []), 'sh', '-ec'];
  for (const command of commands.slice(0, 3)) {
    const { stdout, stderr } = await run(shell, [...alone, command], { cwd: packet });
    expect(stdout + stderr).toMatch(/: OK|Signature Verified Successfully/);
  }
});
