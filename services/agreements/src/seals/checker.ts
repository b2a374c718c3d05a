/**
 * The program in every evidence packet. It needs Node 18 or newer, no package and no network, and must go on to work for
 * as long as packets are kept: packets that exist hold it as it was when they were sealed.
 */
export const checkerSource = String.raw`#!/usr/bin/env node
// Checks this evidence packet. Usage: node check.mjs [folder]. Exit status 0: everything is as it was sealed.
// Needs Node.js 18 or newer and no network. GUIDE.txt says how to check without it.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// Unless the end is reached without a problem, this program says no.
process.exitCode = 1;
const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
const problems = [];
const problem = (file, what) => problems.push(file + ': ' + what);
const hash = (content) => createHash('sha256').update(content).digest('hex');
const read = (file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file)) : null);

// 1. The manifest is signed.
const files = ['manifest.json', 'manifest.sig', 'public-key.pem', 'SHA256SUMS'];
const [manifestBytes, signature, pem, sums] = files.map(read);
for (const file of files) if (read(file) === null) problem(file, 'is missing');
let manifest = { parts: [] };
let key = null;
if (manifestBytes) {
  try {
    manifest = JSON.parse(manifestBytes.toString('utf8'));
    if (!Array.isArray(manifest.parts)) throw new Error('has no list of parts');
  } catch (error) {
    manifest = { parts: [] };
    problem('manifest.json', 'cannot be read (' + error.message + ')');
  }
}
if (pem) {
  try {
    key = createPublicKey(pem);
    const keyId = hash(key.export({ type: 'spki', format: 'der' })).slice(0, 16);
    if (key.asymmetricKeyType !== 'ed25519') problem('public-key.pem', 'is not an Ed25519 key');
    if (manifest.keyId !== undefined && manifest.keyId !== keyId) problem('public-key.pem', 'is not the key ' + manifest.keyId);
  } catch (error) {
    key = null;
    problem('public-key.pem', 'is not a key (' + error.message + ')');
  }
}
const isSigned = (content, signed) => {
  try {
    return verify(null, content, key, signed);
  } catch {
    return false;
  }
};
if (manifestBytes && signature && key && !isSigned(manifestBytes, signature)) {
  problem('manifest.json', 'does not fit its signature (manifest.sig)');
}

// 2. Every part is as the manifest says.
const expected = new Map(manifest.parts.map((part) => [part.path, part]));
for (const [path, part] of expected) {
  const content = read(path);
  if (content === null) problem(path, 'is missing');
  else if (content.length !== part.bytes) problem(path, 'has ' + content.length + ' bytes, not ' + part.bytes);
  else if (hash(content) !== part.sha256) problem(path, 'has been changed');
}

// 3. The time stamp, if there is one, is the one that was received, and is of this manifest.
const token = read('timestamp.tsr');
const tokenSignature = read('timestamp.sig');
if (token && !tokenSignature) problem('timestamp.sig', 'is missing');
if (!token && tokenSignature) problem('timestamp.tsr', 'is missing');
if (token && tokenSignature) {
  if (key && !isSigned(token, tokenSignature)) problem('timestamp.tsr', 'does not fit its signature (timestamp.sig)');
  if (manifestBytes && !token.includes(createHash('sha256').update(manifestBytes).digest())) {
    problem('timestamp.tsr', 'is of another manifest');
  }
}

// 4. SHA256SUMS says the same, and there is nothing else.
const stamped = token || tokenSignature ? ['timestamp.sig', 'timestamp.tsr'] : [];
const known = [...expected.keys(), 'manifest.json', 'manifest.sig', ...stamped].sort();
if (sums) {
  const lines = sums.toString('utf8').split('\n');
  for (const line of lines) {
    const named = line.slice(66);
    if (named && !known.includes(named)) problem(named, read(named) === null ? 'is missing' : 'does not belong to this packet');
  }
  const right = known.map((path) => hash(read(path) ?? '') + '  ' + path + '\n').join('');
  if (sums.toString('latin1') !== Buffer.from(right).toString('latin1')) problem('SHA256SUMS', 'does not fit the files');
}
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (entry.isDirectory()) continue;
  const path = relative(folder, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join('/');
  if (path !== 'SHA256SUMS' && !known.includes(path)) problem(path, 'does not belong to this packet');
}

// 5. The log is one chain up to the row that the manifest names.
const stable = (value) => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return '[' + value.map(stable).join(',') + ']';
  return '{' + Object.keys(value).sort().map((name) => JSON.stringify(name) + ':' + stable(value[name])).join(',') + '}';
};
const logBytes = expected.has('event-log.json') ? read('event-log.json') : null;
if (logBytes) {
  try {
    const log = JSON.parse(logBytes.toString('utf8'));
    let before = '0'.repeat(64);
    for (const [index, row] of log.rows.entries()) {
      const { hash: stated, prevHash, withheld, ...content } = row;
      for (const name of ['address', 'device']) if (content[name] === null) delete content[name];
      const actual = hash(prevHash + stable({ agreementId: log.agreementId, ...content }));
      if (row.seq !== index + 1 || prevHash !== before || (!withheld && actual !== stated)) {
        problem('event-log.json', 'breaks at row ' + (index + 1));
        break;
      }
      before = stated;
    }
    if (manifest.log && (log.rows.length !== manifest.log.rows || before !== manifest.log.head)) {
      problem('event-log.json', 'does not end where the manifest says');
    }
  } catch (error) {
    problem('event-log.json', 'cannot be read (' + error.message + ')');
  }
}

if (problems.length > 0) {
  for (const line of problems) console.log('NOT AS SEALED  ' + line);
  process.exitCode = 2;
} else {
  console.log('Everything is as it was sealed: ' + known.length + ' files of agreement ' + manifest.agreementId + '.');
  console.log('Completed ' + manifest.completedAt + ', signed with the key ' + manifest.keyId + '.');
  console.log(token ? 'There is a time stamp; GUIDE.txt says how to check it.' : 'There is no time stamp of an authority.');
  process.exitCode = 0;
}
`;
