import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HealthRegistry, HOUR_MS } from '#platform';
import type { Verification } from '../src/evidence/verification.view.js';
import { TimestampSeals } from '../src/seals/timestamp-seals.schedule.js';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { recordTone } from './recordings.fixture.js';
import { check, FakeServices, packetOf, run, sealedAgreement, unpack } from './seals.fixture.js';
import { OwnAuthority } from './timestamp-authority.fixture.js';

const { signal } = new AbortController();

let under: AgreementsUnderTest;
let services: FakeServices;
let authority: OwnAuthority;
let folder: string;
let audio: Buffer;

const round = () => under.service.app.get(TimestampSeals).round(signal);
const dueNow = () =>
  under.query(
    `update seals set timestamp_due_at = now() - interval '1 minute' where timestamp_token is null`,
  );
const stampedAt = async (agreementId: string) =>
  (await under.call<Verification>(`/api/verify/${agreementId}`, { kind: 'visitor', id: 0, sessionId: null }))
    .body.timestampAt;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-timestamps-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  authority = await OwnAuthority.start(join(folder, 'authority'));
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start({
    ...services.environment,
    TIMESTAMP_AUTHORITY_URL: authority.url,
  });
}, 240_000);

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await authority?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it('a seal is made without the authority, and stamped when it is back', async () => {
  authority.answer = 'away';
  const { agreementId } = await sealedAgreement(under, audio);
  await round();
  expect(await stampedAt(agreementId)).toBeNull();
  const before = await unpack((await packetOf(under, agreementId)).body, join(folder, 'before'));
  expect((await check(before)).status).toBe(0);
  authority.answer = 'granted';
  await dueNow();
  await round();
  expect(Math.abs(Date.parse((await stampedAt(agreementId)) ?? '') - Date.now())).toBeLessThan(120_000);
});

it('health tells of an authority that has stamped nothing for an hour, until it stamps', async () => {
  const told = async () => {
    const { checks } = await under.service.app.get(HealthRegistry).check();
    return checks.find(({ name }) => name === 'outages')?.detail ?? {};
  };
  authority.answer = 'away';
  const { agreementId } = await sealedAgreement(under, audio);
  await dueNow();
  await round();
  expect(await told()).not.toHaveProperty('timestamps');
  await under.query(`update seals set sealed_at = now() - interval '2 hours' where agreement_id = $1`, [
    agreementId,
  ]);
  await dueNow();
  await round();
  const { timestamps } = (await told()) as { timestamps: { since: string } };
  expect(Math.round((Date.now() - Date.parse(timestamps.since)) / HOUR_MS)).toBe(2);
  await round();
  expect(await told()).toHaveProperty('timestamps');
  authority.answer = 'granted';
  await dueNow();
  await round();
  expect(await told()).not.toHaveProperty('timestamps');
});

it('a seal is stamped though a clock that was ahead, and is put back, has put it off for hours', async () => {
  authority.answer = 'away';
  const { agreementId } = await sealedAgreement(under, audio);
  const putOff = (pause: string) =>
    under.query('update seals set timestamp_due_at = now() + $2::interval where agreement_id = $1', [
      agreementId,
      pause,
    ]);
  authority.answer = 'granted';
  await putOff('4 minutes');
  await round();
  expect(await stampedAt(agreementId)).toBeNull();
  await putOff('5 hours');
  await round();
  expect(await stampedAt(agreementId)).not.toBeNull();
});

it('the token is what openssl takes for a time stamp of the manifest, and of nothing else', async () => {
  authority.answer = 'granted';
  const { agreementId } = await sealedAgreement(under, audio);
  await dueNow();
  await round();
  expect(authority.failures).toEqual([]);
  const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, 'stamped'));
  expect(await check(packet)).toMatchObject({
    status: 0,
    said: expect.stringContaining('There is a time stamp'),
  });
  const verify = (data: string) =>
    run('openssl', ['ts', '-verify', '-data', data, '-in', 'timestamp.tsr', '-CAfile', authority.caFile], {
      cwd: packet,
    });
  expect((await verify('manifest.json')).stdout + (await verify('manifest.json')).stderr).toContain(
    'Verification: OK',
  );
  await expect(verify('agreement.json')).rejects.toThrow();
  for (const name of ['timestamp.tsr', 'timestamp.sig']) {
    const content = await readFile(join(packet, name));
    const changed = Buffer.from(content);
    const at = Math.floor(content.length / 2);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(join(packet, name), changed);
    expect(await check(packet)).toMatchObject({ status: 2, said: expect.stringContaining(name) });
    await rm(join(packet, name));
    expect(await check(packet)).toMatchObject({ status: 2, said: expect.stringContaining(name) });
    await writeFile(join(packet, name), content);
  }
});

it.each(['refused', 'of something else', 'nonsense'] as const)(
  'an answer that is %s is no time stamp',
  async (answer) => {
    authority.answer = answer;
    const { agreementId } = await sealedAgreement(under, audio);
    await dueNow();
    await round();
    expect(await stampedAt(agreementId)).toBeNull();
  },
);
