import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PartKind } from '../seals/seals.module.js';
import { packetFrame, sha256, writeManifest } from './packet.js';
import { checker, guide } from './packet-files.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

let folder: string;
let parts: { path: string; kind: PartKind; bytes: number; sha256: string }[];
let manifest: string;
let signature: string;

/** The files beside the parts; `SHA256SUMS`, which nothing signs, with the hashes that `parts` has. */
async function writeFrame(): Promise<void> {
  const none = { timestampToken: null, timestampSignature: null, logHead: null, logHeadSignature: null };
  for (const { path, content } of packetFrame({ manifest, signature, ...none }, parts)) {
    await writeFile(join(folder, path), content);
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-checker-'));
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const keyId = sha256(publicKey.export({ type: 'spki', format: 'der' })).slice(0, 16);
  const files: [string, PartKind, string | Buffer][] = [
    ['a.webm', 'audio', 'sound'],
    ['check.mjs', 'checker', checker],
    ['public-key.pem', 'public-key', pem],
  ];
  for (const [path, , content] of files) await writeFile(join(folder, path), content);
  parts = files.map(([path, kind, content]) => ({
    ...{ path, kind },
    bytes: Buffer.byteLength(content),
    sha256: sha256(content),
  }));
  manifest = writeManifest({
    ...{ agreementId: '1234', version: 2, keyId, parts },
    ...{ completedAt: '2026-11-24T10:00:00.000Z', orderedAt: '2026-11-25T10:00:00.000Z' },
    log: { rows: 0, head: '' },
  });
  signature = sign(null, Buffer.from(manifest), privateKey).toString('base64url');
  await writeFrame();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Makes `readdirSync` what it is in Node 18.0, where entries know neither folder nor what is below them. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { readdirSync } = fs;
  fs.readdirSync = (path, { withFileTypes }) =>
    readdirSync(path, { withFileTypes }).map(
      (entry) => Object.create(entry, { parentPath: { value: undefined }, path: { value: undefined } }),
    );
  syncBuiltinESMExports();
`)}`;

const check = (...options: string[]) =>
  new Promise<{ status: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [...options, join(folder, 'check.mjs')],
      { env: {} },
      (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    );
  });

it('says that a packet is as it was sealed', async () => {
  const { status, said } = await check();
  expect(said).toContain('Everything is as it was sealed: 5 files of agreement 1234.');
  expect(status).toBe(0);
});

it('says which version it is, and that it cannot know of a newer one, as the guide does', async () => {
  const newest =
    /This is version 2, ordered 2026-11-25T10:00:00\.000Z\.[\s\S]*only \/verify\/1234 on our site/;
  expect((await check()).said).toMatch(newest);
  await writeFile(join(folder, '.DS_Store'), 'by a file manager');
  expect((await check()).said).toMatch(newest);
  const [english = '', spanish = ''] = guide.toString('utf8').split('ESPAÑOL');
  expect(english).toMatch(/does not show: that\s+nothing came later[\s\S]*\/verify on our site/);
  expect(spanish).toMatch(/no demuestra: que\s+nada vino después[\s\S]*\/verify en nuestro sitio/);
});

it.each([
  ['the name of a path', () => manifest.replace('"path"', '"pbth"')],
  ['the name of a size', () => manifest.replace('"bytes"', '"bxtes"')],
  ['the name of a hash', () => manifest.replace('"sha256"', '"sha257"')],
  ['the name of the parts', () => manifest.replace('"parts"', '"barts"')],
  ['the name of the agreement', () => manifest.replace('"agreementId"', '"agreementIe"')],
  ['a quotation mark', () => manifest.replace('"', ' ')],
  ['a part', () => manifest.replace(/\{[^{}]*"a\.webm"[^}]*\}/, 'null')],
  ['a path that is the folder', () => manifest.replace('a.webm', '.')],
  ['a path out of the folder', () => manifest.replace('a.webm', '../..')],
  ['a path with a zero byte', () => manifest.replace('a.webm', 'a\\u0000')],
  ['everything, null', () => 'null'],
  ['everything, a list', () => '[]'],
  ['everything, nothing', () => ''],
])('names a manifest in which %s was changed', async (_, changed) => {
  await writeFile(join(folder, 'manifest.json'), changed());
  const { status, said } = await check();
  expect(said).toContain('NOT AS SEALED  manifest.json: ');
  expect(status).toBe(2);
});

it('names what the system has put beside the sealed files, and does not doubt these', async () => {
  await writeFile(join(folder, '.DS_Store'), 'by a file manager');
  await mkdir(join(folder, 'audio'));
  await writeFile(join(folder, 'audio', 'Thumbs.db'), 'by another');
  const { status, said } = await check();
  expect(said).not.toContain('NOT AS SEALED');
  expect(said).not.toContain('Everything is as it was sealed');
  expect(said).toContain('ADDITIONAL  .DS_Store: is not part of this packet, and was not checked');
  expect(said).toContain('ADDITIONAL  audio/Thumbs.db: ');
  expect(said).toContain('The 5 files of agreement 1234 are as they were sealed.');
  expect(status).toBe(2);
});

it('names a file in a folder with the oldest version of Node that it takes, too', async () => {
  expect(await check('--import', OLD_NODE)).toMatchObject({ status: 0 });
  await mkdir(join(folder, 'audio'));
  await writeFile(join(folder, 'audio', 'party-b.webm'), 'forged');
  const { status, said } = await check('--import', OLD_NODE);
  expect(said).toContain('ADDITIONAL  audio/party-b.webm: ');
  expect(status).toBe(2);
});

it('says that a sealed file was changed, also beside an additional one', async () => {
  await writeFile(join(folder, '.DS_Store'), 'by a file manager');
  await writeFile(join(folder, 'a.webm'), 'souNd');
  const { status, said } = await check();
  expect(said).toContain('NOT AS SEALED  a.webm: has been changed');
  expect(said).toContain('ADDITIONAL  .DS_Store: ');
  expect(said).not.toContain('are as they were sealed');
  expect(status).toBe(2);
});

it('says in Spanish what each of its answers means', () => {
  const [, spanish = ''] = guide.toString('utf8').split('ESPAÑOL');
  const program = checker.toString('utf8');
  for (const [said, meaning] of [
    ['Everything is as it was sealed', 'todo está como se selló'],
    ['NOT AS SEALED', 'este archivo no está como se selló'],
    ['is missing', 'falta'],
    ['has been changed', 'fue cambiado'],
    ['has … bytes, not …', 'tiene otro tamaño'],
    ['does not fit its signature', 'no corresponde a su firma'],
    ['ADDITIONAL', 'no es parte de este paquete y no se comprobó'],
    ['This is version …', 'esta es la versión …; si después se selló otra, solo lo dice /verify'],
  ] as const) {
    for (const words of said.split('…')) expect(program).toContain(words);
    expect(spanish).toContain(`"${said}"`);
    expect(spanish).toMatch(new RegExp(`"${said}"\\s+= ${meaning}`));
  }
});

/** What the guide says to type, but for the time stamp, which this packet has not. */
const commands = [...guide.toString().matchAll(/^ {3}((?:sha256sum|openssl|tr) .+)$/gm)]
  .map(([, command = '']) => command)
  .filter((command) => !command.includes('timestamp.tsr'));

it('without its program: a changed file is found by the commands of the guide, also where SHA256SUMS has it', async () => {
  const [english, spanish] = [commands.slice(0, 2), commands.slice(2)];
  expect(english).toHaveLength(2);
  expect(spanish).toEqual(english);
  const passed = async () => {
    const runs = english.map((command) => promisify(execFile)('sh', ['-c', command], { cwd: folder }));
    return (await Promise.allSettled(runs)).every(({ status }) => status === 'fulfilled');
  };
  expect(await passed()).toBe(true);
  const unseen: string[] = [];
  for (const part of parts) {
    const content = await readFile(join(folder, part.path));
    const changed = Buffer.concat([content, Buffer.from('\n')]);
    await writeFile(join(folder, part.path), changed);
    const asSealed = parts;
    parts = parts.map((one) => (one === part ? { ...one, sha256: sha256(changed) } : one));
    await writeFrame();
    if (await passed()) unseen.push(part.path);
    parts = asSealed;
    await writeFile(join(folder, part.path), content);
  }
  expect(unseen).toEqual([]);
});

it('tells in both languages which OpenSSL it takes, and how a Mac gets it', () => {
  const [english = '', spanish = ''] = guide.toString('utf8').split('ESPAÑOL');
  for (const page of [english, spanish]) {
    expect(page).toContain('OpenSSL 3 ("openssl version"');
    expect(page).toContain('brew install openssl@3');
    expect(page).toContain('$(brew --prefix openssl@3)/bin/openssl');
    expect(page).toMatch(/LibreSSL[^.]*-rawin/);
    expect(page).toContain('.DS_Store');
    expect(page).toContain('shasum -a 256 -c');
    expect(page).toMatch(/SHA256SUMS\s+(is not signed|no\s+está firmada)/);
  }
});

it('tells in both languages what to look for beside a published key', () => {
  expect(guide.toString().match(/"leakedAt"/g)).toHaveLength(2);
});
