import { request } from '../../lib/api/api-client';
import type { Verification } from '../../lib/api/api-types';
import { isZip, openPacket, type Packet } from './open-packet';
import { type PacketWords, wordsOf } from './packet-words';
import { isSignedByUs } from './published-keys';

/** Bytes: a file is read whole to take its fingerprint. */
export const MAX_BYTES = 1024 ** 3;
/** Where a number is looked for in a file that says which agreement it is of: at its beginning and its end. */
const HEAD_BYTES = 64 * 1024;
/** As our files write it, each in the language in which it was made. */
const NAMED = /(?:agreement(?:Id"?\s*:\s*"| )|acuerdo |(?:Contract|Contrato): )(\d[\d -]{14,20}\d)/;
const IN_NAME = /(?:^|\D)(\d{16})(?:\D|$)/;
/** Beside the parts that a manifest lists. */
const FRAME = ['manifest.sig', 'timestamp.sig', 'timestamp.tsr', 'log-head.json', 'log-head.sig'];
const SUMS = 'SHA256SUMS';
/** Also as a browser or a system names it: it may add an end, or a number where there is such a file already. */
const LIST_NAME = /^SHA256SUMS(?: ?\(\d+\))?(?:\.txt)?$/;

export interface FileResult {
  verdict: 'valid' | 'altered' | 'unknown';
  isPacket: boolean;
  /** Of the file, or of the packet's manifest. */
  sha256: string;
  /** The agreement that it belongs to, or says that it belongs to. */
  agreementId: string | null;
  /** Of the newest seal that holds it. */
  sealedAt: string | null;
  /** The seal that counts, where it is a newer one than that. */
  newerSeal: { version: number; sealedAt: string } | null;
  /** Since when others have the key of that seal, unless it was time-stamped before. */
  keyLeakedAt: string | null;
  /** Files of a packet that are not as they were sealed. */
  wrong: string[];
  /** Files that a system has added to a packet. Nothing vouches for them, and they say nothing against the others. */
  additional: string[];
  /** Programs that unpack this zip file may find other files in it than those that were compared. */
  isAmbiguous: boolean;
  /** Of a packet that is as it was sealed: what was said, and where. */
  words: PacketWords | null;
  /** The file was made of a sealed recording, and is not the recording itself. */
  isCopy: boolean;
  /** The file was made of the sealed transcript, and is not what was sealed. */
  transcriptCopy: Verification['transcriptCopy'];
  /** Several sealed agreements have the file, and nothing tells whose it is: the first of them is named, or none. */
  isOfSeveral: boolean;
  /** What the server keeps of the agreement is not as it was sealed, so a file that it does not know may well be. */
  isKeptAltered: boolean;
  /** A packet is whole and signed by us, and the server does not know it: a backup may have taken its seal back. */
  isSignedByUs: boolean;
  /** The list beside the files of a packet. It is not signed, so it is neither as it was sealed nor altered. */
  isUnsignedList: boolean;
}

/**
 * Compares a file with what was sealed. Only fingerprints and numbers of agreements leave the device.
 * @param known the agreement that the page is about; null when it is about none
 * @throws ApiError of the call, or the error of a file that cannot be read
 */
export async function checkFile(file: File, known: string | null): Promise<FileResult> {
  const content = new Uint8Array(await file.arrayBuffer());
  if (LIST_NAME.test(file.name)) return { ...unsignedList, sha256: await fingerprint(content) };
  const isZipFile = isZip(content);
  const packet = isZipFile ? openPacket(content) : null;
  if (packet) return checkPacket(packet);
  const sha256 = await fingerprint(content);
  const result = { ...nothingIn, isPacket: false, sha256, wrong: [], additional: [] };
  const found = await verifyHash(sha256);
  // The same file may be in several agreements: the one that is asked about, or that the file names, goes first.
  const named = known ?? numberIn(file.name, content);
  const asked = named === null || named === found.agreementId ? null : await verifyAgreement(named);
  const isOfAsked = asked !== null && (sealOf(asked, sha256) !== null || isCopyOf(asked, sha256));
  const its = isOfAsked ? asked : found;
  const { isOfSeveral } = its;
  if (its.status !== 'unknown') {
    const { transcriptCopy } = its;
    return {
      ...result,
      isOfSeveral,
      isCopy: isCopyOf(its, sha256),
      transcriptCopy,
      ...asSealed(its, sha256),
    };
  }
  const isNamed = asked !== null && asked.status !== 'unknown';
  if (isNamed && !isZipFile && asked.status === 'altered') return { ...result, ...notKept(named) };
  // Of a zip file without a manifest nothing is known but its name: its files may all be as they were sealed.
  return {
    ...{ ...result, ...nothing },
    verdict: isNamed && !isZipFile ? 'altered' : 'unknown',
    isOfSeveral,
    agreementId: isNamed ? named : null,
  };
}

const isCopyOf = ({ copies }: Verification, hash: string): boolean =>
  copies.some(({ sha256 }) => sha256 === hash);

/** The newest seal that holds a file, or whose manifest it is. */
function sealOf({ version: newest, seals, parts, earlierParts, additions }: Verification, hash: string) {
  const isIt = ({ sha256 }: { sha256: string }) => sha256 === hash;
  const versions: (number | null)[] = [...earlierParts, ...additions]
    .filter(isIt)
    .map(({ version }) => version);
  if (parts.some(isIt)) versions.push(newest);
  const holds = seals.filter(
    ({ version, manifestSha256 }) => manifestSha256 === hash || versions.includes(version),
  );
  return holds.at(-1) ?? null;
}

async function checkPacket({ files, unclear, additional, isAmbiguous }: Packet): Promise<FileResult> {
  const manifestBytes = files['manifest.json'] ?? new Uint8Array();
  const sha256 = await fingerprint(manifestBytes);
  const manifest = readManifest(manifestBytes);
  const found = await verifyHash(sha256);
  const wrong = new Set<string>(unclear);
  const compare = async (path: string, expected: string) => {
    const content = files[path];
    if (!content || (await fingerprint(content)) !== expected) wrong.add(path);
  };
  for (const part of manifest?.parts ?? []) await compare(part.path, part.sha256);
  const sums = new TextDecoder().decode(files[SUMS] ?? new Uint8Array());
  const lines = sums.split('\n').filter((line) => line !== '');
  for (const line of lines) await compare(line.slice(66), line.slice(0, 64));
  if (lines.length === 0) wrong.add(SUMS);
  const expected = new Set([
    ...(manifest?.parts ?? []).map(({ path }) => path),
    'manifest.json',
    ...FRAME,
    SUMS,
  ]);
  for (const path of Object.keys(files)) if (!expected.has(path)) wrong.add(path);
  const seal = found.seals.find(({ manifestSha256 }) => manifestSha256 === sha256);
  const frame = found.additions.filter(({ version }) => version === seal?.version);
  // The list of fingerprints is not signed: what the manifest does not name is compared with what we have beside it.
  for (const path of FRAME) {
    const content = files[path];
    const hash = content ? await fingerprint(content) : null;
    const isOurs = frame.some((addition) => addition.path === path && addition.sha256 === hash);
    const isThere = hash !== null || path === 'manifest.sig';
    if (found.status !== 'unknown' && isThere && !isOurs) wrong.add(path);
  }
  const result = { ...nothingIn, isPacket: true, sha256, additional, isAmbiguous };
  if (found.status !== 'unknown' && wrong.size === 0 && !isAmbiguous) {
    return { ...result, words: wordsOf(files), wrong: [], ...asSealed(found, sha256) };
  }
  const agreementId = found.agreementId ?? manifest?.agreementId ?? null;
  if (found.status === 'unknown') {
    const sealed = agreementId === null ? null : await verifyAgreement(agreementId);
    if (sealed === null || sealed.status === 'unknown') {
      return { ...result, verdict: 'unknown', ...nothing };
    }
    if (wrong.size === 0 && !isAmbiguous) {
      // Whole in itself, so it may be ours: of a seal that is gone, or that has another in its place.
      if (sealed.status === 'altered') return { ...result, ...notKept(agreementId) };
      if (await isSignedByUs(manifestBytes, files['manifest.sig'] ?? new Uint8Array())) {
        return { ...result, ...nothing, verdict: 'unknown', agreementId, isSignedByUs: true };
      }
    }
    wrong.add('manifest.json');
  }
  return { ...result, ...nothing, verdict: 'altered', agreementId, wrong: [...wrong].sort() };
}

const nothingIn = {
  ...{ transcriptCopy: null, words: null },
  ...{ isCopy: false, isOfSeveral: false, isAmbiguous: false, isUnsignedList: false },
};
const nothing = {
  ...{ agreementId: null, sealedAt: null, newerSeal: null, keyLeakedAt: null },
  ...{ isKeptAltered: false, isSignedByUs: false, wrong: [] },
};

const unsignedList: Omit<FileResult, 'sha256'> = {
  ...nothingIn,
  ...nothing,
  ...{ isPacket: false, additional: [], isUnsignedList: true },
  verdict: 'unknown',
};

/** Not known, of an agreement of which what is kept has changed. */
const notKept = (agreementId: string | null) =>
  ({ ...nothing, verdict: 'unknown', agreementId, isKeptAltered: true }) as const;

function asSealed(verification: Verification, sha256: string) {
  const { status, agreementId, seals } = verification;
  const isKeptAltered = status === 'altered';
  const newest = seals.at(-1);
  const { transcriptCopy } = verification;
  const ofWords = seals.find(({ version }) => version === transcriptCopy?.version);
  // A copy of a recording is of what all seals hold.
  const seal = sealOf(verification, sha256) ?? ofWords ?? newest;
  return {
    verdict: isKeptAltered ? 'altered' : 'valid',
    ...{ agreementId, isKeptAltered, isSignedByUs: false },
    sealedAt: seal?.sealedAt ?? verification.sealedAt,
    keyLeakedAt: seal?.keyLeakedAt ?? null,
    newerSeal: newest && newest !== seal ? newest : null,
  } as const;
}

interface Manifest {
  agreementId: string;
  parts: { path: string; sha256: string }[];
}

function readManifest(content: Uint8Array): Manifest | null {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(content)) as Partial<Manifest>;
    const isManifest = /^\d{16}$/.test(manifest.agreementId ?? '') && Array.isArray(manifest.parts);
    return isManifest ? (manifest as Manifest) : null;
  } catch {
    return null;
  }
}

export async function fingerprint(content: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content as BufferSource);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The agreement that a file names: in its own name, or where our transcripts and certificates have it. */
function numberIn(name: string, content: Uint8Array): string | null {
  const inName = IN_NAME.exec(name)?.[1];
  if (inName) return inName;
  const text = new TextDecoder('latin1').decode(content.subarray(0, HEAD_BYTES));
  const end = new TextDecoder('latin1').decode(content.subarray(-HEAD_BYTES));
  const found = (NAMED.exec(text) ?? NAMED.exec(end))?.[1]?.replace(/\D/g, '') ?? '';
  return found.length === 16 ? found : null;
}

/** Whether what is kept of an agreement is as it was sealed. */
export const verifyAgreement = (agreementId: string): Promise<Verification> =>
  request('get', '/api/verify/{agreementId}', { params: { path: { agreementId } } });

/** The same for the agreement of which a file with this SHA-256 is a part. */
const verifyHash = (sha256: string): Promise<Verification> =>
  request('get', '/api/verify/hash/{sha256}', { params: { path: { sha256 } } });
