import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { zipSync } from 'fflate';
import { checkFile } from './check-file';

const NUMBER = '4207731958026614';
const bytes = (text: string) => new TextEncoder().encode(text);
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const unknown = {
  status: 'unknown',
  agreementId: null,
  seals: [],
  parts: [],
  earlierParts: [],
  additions: [],
  copies: [],
};
const ours = generateKeyPairSync('ed25519');
const { fetch } = globalThis;

/** A packet that is whole in itself, signed with this key. */
function packet({ privateKey }: Pick<typeof ours, 'privateKey'>): File {
  const sound = bytes('sound');
  const manifest = bytes(
    JSON.stringify({ agreementId: NUMBER, parts: [{ path: 'audio/party-a.webm', sha256: sha256(sound) }] }),
  );
  const signature = new Uint8Array(sign(null, manifest, privateKey));
  const files = { 'audio/party-a.webm': sound, 'manifest.json': manifest, 'manifest.sig': signature };
  const sums = Object.entries(files).map(([path, content]) => `${sha256(content)}  ${path}\n`);
  const zip = zipSync({ ...files, SHA256SUMS: bytes(sums.join('')) }, { level: 0 });
  return new File([zip as BlobPart], `evidence_${NUMBER}.zip`);
}

/** The server has sealed this number, and knows no file of the packet. */
function serve(leakedAt: string | null): void {
  const publicKey = ours.publicKey.export({ type: 'spki', format: 'pem' });
  const answers: [RegExp, object][] = [
    [/^\/api\/verify\/hash\//, unknown],
    [/^\/api\/verify\/\d+$/, { ...unknown, status: 'valid', agreementId: NUMBER }],
    [/keys\.json$/, { keys: [{ keyId: '1', algorithm: 'Ed25519', publicKey, isCurrent: true, leakedAt }] }],
  ];
  globalThis.fetch = async (path) =>
    Response.json(answers.find(([pattern]) => pattern.test(String(path)))?.[1]);
}

afterEach(() => {
  globalThis.fetch = fetch;
});

it('a packet that we have signed, and do not know any more, is not called altered', async () => {
  serve(null);
  expect(await checkFile(packet(ours), null)).toMatchObject({
    ...{ verdict: 'unknown', agreementId: NUMBER, isSignedByUs: true, wrong: [] },
  });
});

it.each([
  ['somebody else has signed', null, generateKeyPairSync('ed25519')],
  ['was signed with a key that others have', '2026-11-30T12:00:00.000Z', ours],
] as const)('a packet that %s is', async (_, leakedAt, key) => {
  serve(leakedAt);
  expect(await checkFile(packet(key), null)).toMatchObject({
    ...{ verdict: 'altered', isSignedByUs: false, wrong: ['manifest.json'] },
  });
});
