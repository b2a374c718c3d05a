import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '#testing';
import { LogHeads } from '../src/evidence/log-heads.js';
import { TimestampSeals } from '../src/seals/timestamp-seals.schedule.js';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { drawPhoto, recordAnswer, recordTone } from './recordings.fixture.js';
import { everyKindOfAgreement, FakeServices, packetOf, run, unpack } from './seals.fixture.js';
import { OwnAuthority } from './timestamp-authority.fixture.js';

/** Pieces that a file is cut into; a byte is changed in each. */
const REGIONS = 16;
const AT_ONCE = 4;
const { signal } = new AbortController();
const random = new SeededRandom('packet-tampering');

let under: AgreementsUnderTest;
let services: FakeServices;
let authority: OwnAuthority;
let folder: string;
/** With everything that a packet can hold, and one with party B's recording. */
let packets: string[];
/** The program from another packet, so that a change in the packet's own one is found, too. */
let program: string;

async function checked(packet: string): Promise<{ status: number; said: string }> {
  try {
    const { stdout } = await run(process.execPath, [program, packet], { env: {} });
    return { status: 0, said: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, said: stdout + stderr };
  }
}

const namesIn = async (packet: string): Promise<string[]> =>
  (await readdir(packet, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(packet.length + 1))
    .sort();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-packets-'));
  authority = await OwnAuthority.start(join(folder, 'authority'));
  authority.answer = 'granted';
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start({
    ...services.environment,
    TIMESTAMP_AUTHORITY_URL: authority.url,
    STRANGERS_PER_ADDRESS: '1000',
  });
  const agreements = await everyKindOfAgreement(under, {
    audio: await recordTone(join(folder, 'a.webm'), 1),
    consentAudio: await recordAnswer(join(folder, 'b.webm')),
    photo: await drawPhoto(join(folder, 'photo.jpg')),
  });
  await under.query('update seals set timestamp_due_at = now() where timestamp_token is null');
  await under.service.app.get(TimestampSeals).round(signal);
  await under.query('delete from log_heads');
  await under.service.app.get(LogHeads).signToday();
  await under.service.app.get(LogHeads).cover(signal);
  packets = [];
  for (const agreementId of agreements.slice(0, 2)) {
    packets.push(await unpack((await packetOf(under, agreementId)).body, join(folder, agreementId)));
  }
  program = join(folder, 'check.mjs');
  await cp(join(packets[0] ?? '', 'check.mjs'), program);
}, 240_000);

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await authority?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Change {
  what: string;
  /** At least one of these is named. */
  names: string[];
  apply(packet: string): Promise<void>;
}

/** Every change of every file: a byte in each region, a byte more, a byte less, no file, an empty file; and every swap. */
async function changesOf(packet: string): Promise<Change[]> {
  const names = await namesIn(packet);
  const changes: Change[] = [];
  for (const name of names) {
    const content = await readFile(join(packet, name));
    const put = (what: string, changed: Buffer): Change => ({
      ...{ what: `${name}: ${what}`, names: [name] },
      apply: (copy) => writeFile(join(copy, name), changed),
    });
    for (let region = 0; region < REGIONS; region += 1) {
      const [from, to] = [region, region + 1].map((part) => Math.floor((part * content.length) / REGIONS));
      if (from === to) continue;
      const at = random.between(from ?? 0, to ?? 1);
      const changed = Buffer.from(content);
      changed[at] = (changed[at] ?? 0) ^ random.between(1, 256);
      changes.push(put(`byte ${at} changed`, changed));
    }
    changes.push(put('a byte more', Buffer.concat([content, random.bytes(1)])));
    changes.push(put('a byte less', content.subarray(0, -1)), put('empty', Buffer.alloc(0)));
    changes.push({
      ...{ what: `${name}: removed`, names: [name] },
      apply: (copy) => rm(join(copy, name)),
    });
    const added = join(name, '..', `more-${random.between(0, 1000)}.txt`);
    changes.push({
      ...{ what: `${added}: added`, names: [added] },
      apply: (copy) => writeFile(join(copy, added), random.bytes(20)),
    });
    for (const other of names.slice(names.indexOf(name) + 1)) {
      changes.push({
        ...{ what: `${name} and ${other}: swapped`, names: [name, other] },
        apply: async (copy) => {
          await writeFile(join(copy, name), await readFile(join(packet, other)));
          await writeFile(join(copy, other), content);
        },
      });
    }
  }
  return changes;
}

it('every change, file more, file less and swap in a packet is found by its program, and the file named', async () => {
  const unseen: string[] = [];
  let done = 0;
  for (const packet of packets) {
    expect((await checked(packet)).status).toBe(0);
    const changes = await changesOf(packet);
    const work = async (worker: number) => {
      const copy = join(folder, `copy-${worker}`);
      for (let change = changes.pop(); change; change = changes.pop()) {
        await rm(copy, { recursive: true, force: true });
        await cp(packet, copy, { recursive: true });
        await change.apply(copy);
        const { status, said } = await checked(copy);
        done += 1;
        if (status === 0 || !change.names.some((name) => said.includes(name))) {
          unseen.push(`${change.what}: ${status} ${said.slice(0, 200)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
  }
  process.stdout.write(`${done} changes of ${packets.length} packets\n`);
  expect(unseen).toEqual([]);
}, 900_000);

it('files of two packets do not make a third', async () => {
  const [one = '', other = ''] = packets;
  const copy = join(folder, 'mixed');
  for (const name of await namesIn(one)) {
    const replacement = await readFile(join(other, name)).catch(() => null);
    if (replacement === null || replacement.equals(await readFile(join(one, name)))) continue;
    await rm(copy, { recursive: true, force: true });
    await cp(one, copy, { recursive: true });
    await writeFile(join(copy, name), replacement);
    expect(await checked(copy)).toMatchObject({ status: 2, said: expect.stringContaining(name) });
  }
});
