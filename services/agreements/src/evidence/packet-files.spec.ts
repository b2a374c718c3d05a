import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checker, guide } from './packet-files.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

let folder: string;
let manifest: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-checker-'));
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const keyId = sha256(publicKey.export({ type: 'spki', format: 'der' })).slice(0, 16);
  const [recording, program] = ['sound', checker];
  const part = (path: string, content: string | Buffer) => ({
    path,
    bytes: Buffer.byteLength(content),
    sha256: sha256(content),
  });
  const parts = [part('a.webm', recording), part('check.mjs', program), part('public-key.pem', pem)];
  manifest = JSON.stringify({ agreementId: '1234', keyId, completedAt: '2026-11-24', parts });
  const signature = sign(null, Buffer.from(manifest), privateKey);
  const lines = [...parts, part('manifest.json', manifest), part('manifest.sig', signature)]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => `${file.sha256}  ${file.path}\n`);
  const contents = {
    'a.webm': recording,
    'check.mjs': program,
    'public-key.pem': pem,
    'manifest.json': manifest,
    'manifest.sig': signature,
    SHA256SUMS: lines.join(''),
  };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const check = () =>
  new Promise<{ status: number; said: string }>((resolve) => {
    execFile(process.execPath, [join(folder, 'check.mjs')], { env: {} }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    );
  });

it('says that a packet is as it was sealed', async () => {
  const { status, said } = await check();
  expect(said).toContain('Everything is as it was sealed: 5 files of agreement 1234.');
  expect(status).toBe(0);
});

it.each([
  ['the name of a path', () => manifest.replace('"path"', '"pbth"')],
  ['the name of a size', () => manifest.replace('"bytes"', '"bxtes"')],
  ['the name of a hash', () => manifest.replace('"sha256"', '"sha257"')],
  ['the name of the parts', () => manifest.replace('"parts"', '"barts"')],
  ['the name of the agreement', () => manifest.replace('"agreementId"', '"agreementIe"')],
  ['a quotation mark', () => manifest.replace('"', ' ')],
  ['a part', () => manifest.replace(/\{"path":"a.webm"[^}]*\}/, 'null')],
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
  ] as const) {
    for (const words of said.split('…')) expect(program).toContain(words);
    expect(spanish).toContain(`"${said}"`);
    expect(spanish).toMatch(new RegExp(`"${said}"\\s+= ${meaning}`));
  }
});

it('tells in both languages which OpenSSL it takes, and how a Mac gets it', () => {
  const [english = '', spanish = ''] = guide.toString('utf8').split('ESPAÑOL');
  for (const page of [english, spanish]) {
    expect(page).toContain('OpenSSL 3 ("openssl version"');
    expect(page).toContain('brew install openssl@3');
    expect(page).toContain('$(brew --prefix openssl@3)/bin/openssl');
    expect(page).toMatch(/LibreSSL[^.]*-rawin/);
    expect(page).toContain('.DS_Store');
    expect(page).toContain('shasum -a 256 -c SHA256SUMS');
  }
});

it('tells in both languages what to look for beside a published key', () => {
  expect(guide.toString().match(/"leakedAt"/g)).toHaveLength(2);
});
