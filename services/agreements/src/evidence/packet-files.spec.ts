import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checker } from './packet-files.js';

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
