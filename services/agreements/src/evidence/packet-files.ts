/**
 * The program in every evidence packet. It needs Node 18 or newer, no package and no network, and must go on to work for
 * as long as packets are kept: packets that exist hold it as it was when they were sealed.
 */
const checkerSource = String.raw`#!/usr/bin/env node
// Checks this evidence packet. Usage: node check.mjs [folder]. Exit status 0: everything is as it was sealed, and nothing
// else is there. 2: something is not as it was sealed, or there are additional files.
// Needs Node.js 18 or newer and no network. GUIDE.txt says how to check without it.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Unless the end is reached without a problem, this program says no.
process.exitCode = 1;
const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
const problems = [];
const additional = [];
const problem = (file, what) => problems.push(file + ': ' + what);
const hash = (content) => createHash('sha256').update(content).digest('hex');
const read = (file) => {
  try {
    return readFileSync(join(folder, file));
  } catch {
    return null;
  }
};

// 1. The manifest is signed.
const files = ['manifest.json', 'manifest.sig', 'public-key.pem', 'SHA256SUMS'];
const [manifestBytes, signature, pem, sums] = files.map(read);
for (const file of files) if (read(file) === null) problem(file, 'is missing');
const isPart = (part) => typeof part?.path === 'string' && typeof part.bytes === 'number' && typeof part.sha256 === 'string';
let manifest = { parts: [] };
let key = null;
if (manifestBytes) {
  try {
    manifest = JSON.parse(manifestBytes.toString('utf8'));
    if (!Array.isArray(manifest.parts) || !manifest.parts.every(isPart)) throw new Error('has no list of parts');
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

// 4. The daily head, if there is one yet, is signed, and is over this log.
const stable = (value) => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return '[' + value.map(stable).join(',') + ']';
  return '{' + Object.keys(value).sort().map((name) => JSON.stringify(name) + ':' + stable(value[name])).join(',') + '}';
};
// The hash at the end of rows that follow each other, or an error that names the first that does not.
const walk = (rows, rowsBefore, hashBefore) => {
  let before = hashBefore;
  for (const [index, row] of rows.entries()) {
    const { hash: stated, prevHash, withheld, ...content } = row;
    for (const name of ['address', 'device']) if (content[name] === null) delete content[name];
    const actual = hash(prevHash + stable({ agreementId: manifest.agreementId, ...content }));
    const seq = rowsBefore + index + 1;
    if (row.seq !== seq || prevHash !== before || (!withheld && actual !== stated)) throw new Error('breaks at row ' + seq);
    before = stated;
  }
  return before;
};
const headBytes = read('log-head.json');
const headSignature = read('log-head.sig');
let headDay = null;
if (headBytes && !headSignature) problem('log-head.sig', 'is missing');
if (!headBytes && headSignature) problem('log-head.json', 'is missing');
if (headBytes && headSignature) {
  try {
    if (key && !isSigned(headBytes, headSignature)) throw new Error('does not fit its signature (log-head.sig)');
    const head = JSON.parse(headBytes.toString('utf8'));
    const statement = 'heads of ' + head.agreements + ' logs on ' + head.day + ': ' + head.sha256 + ', root ' + head.root;
    const headKey = createPublicKey(head.publicKey);
    if (!verify(null, Buffer.from(statement), headKey, Buffer.from(head.signature, 'base64url'))) {
      throw new Error('has a head that is not signed');
    }
    const node = (prefix, ...contents) => createHash('sha256').update(Buffer.concat([Buffer.from([prefix]), ...contents])).digest();
    let top = node(0, Buffer.from(head.line));
    for (const step of head.path) {
      const other = Buffer.from(step.hash, 'hex');
      top = step.side === 'left' ? node(1, other, top) : node(1, top, other);
    }
    if (top.toString('hex') !== head.root) throw new Error('does not lead to its head');
    const end = walk(head.rows, manifest.log.rows, manifest.log.head);
    const line = manifest.agreementId + ' ' + (manifest.log.rows + head.rows.length) + ' ' + end;
    if (head.line !== line) throw new Error('is not of this log');
    headDay = head.day;
  } catch (error) {
    problem('log-head.json', error.message);
  }
}

// 5. SHA256SUMS says the same; what else is there is named.
const stamped = [
  ...(token || tokenSignature ? ['timestamp.sig', 'timestamp.tsr'] : []),
  ...(headBytes || headSignature ? ['log-head.json', 'log-head.sig'] : []),
];
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
// Folder by folder: the first versions of Node.js 18 and 20 leave out what is in folders when they list all at once.
const filesIn = (path) =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(path + entry.name + '/') : [path + entry.name],
  );
for (const path of filesIn('')) if (path !== 'SHA256SUMS' && !known.includes(path)) additional.push(path);

// 6. The log is one chain up to the row that the manifest names.
const logBytes = expected.has('event-log.json') ? read('event-log.json') : null;
if (logBytes) {
  try {
    const log = JSON.parse(logBytes.toString('utf8'));
    const end = walk(log.rows, 0, '0'.repeat(64));
    if (manifest.log && (log.rows.length !== manifest.log.rows || end !== manifest.log.head)) {
      throw new Error('does not end where the manifest says');
    }
  } catch (error) {
    problem('event-log.json', error.message);
  }
}

// No packet can know what came after it.
const sayVersion = () => {
  console.log('This is version ' + manifest.version + ', ordered ' + manifest.orderedAt + '. Whether a newer version was sealed since,');
  console.log('with an objection or another transcript, only /verify/' + manifest.agreementId + ' on our site can say.');
};
for (const line of problems) console.log('NOT AS SEALED  ' + line);
for (const path of additional) console.log('ADDITIONAL  ' + path + ': is not part of this packet, and was not checked');
if (problems.length + additional.length > 0) process.exitCode = 2;
if (problems.length === 0 && additional.length > 0) {
  console.log('The ' + known.length + ' files of agreement ' + manifest.agreementId + ' are as they were sealed.');
  console.log('Additional files may come from the system, such as .DS_Store or Thumbs.db. Nothing here vouches for them;');
  console.log('without them this check ends with status 0.');
  sayVersion();
}
if (problems.length + additional.length === 0) {
  console.log('Everything is as it was sealed: ' + known.length + ' files of agreement ' + manifest.agreementId + '.');
  console.log('Completed ' + manifest.completedAt + ', signed with the key ' + manifest.keyId + '.');
  sayVersion();
  console.log(token ? 'There is a time stamp; GUIDE.txt says how to check it.' : 'There is no time stamp of an authority.');
  console.log(headDay ? 'Its log is in the signed head of ' + headDay + '.' : 'There was no daily head yet when this was downloaded.');
  process.exitCode = 0;
}
`;

/** One page in plain words, in both languages of the product. */
const guideText = String.raw`WHAT THIS IS / QUÉ ES ESTO

ENGLISH

This folder is the evidence of one spoken agreement: the recordings as they were received, what was said as text, who
agreed to what and when, and a log of everything that happened. It can be checked without us and without the internet.

  audio/            the original recordings, never changed
  transcript.txt    what was said, with speakers and times (transcript.json: the same for programs)
  terms.json        what was agreed, each with the second at which it was said
  consents.json     how each party agreed, and whether they were heard saying so (in which words: transcript.json;
                    older packets have them here, too)
  agreement.json    parties, amount, dates
  event-log.json    everything that happened; each entry holds the fingerprint of the one before
  receipt.json      what was paid, when this was sealed
  certificate.pdf   all of this as a document; record.pdf: the same without the conversation
  manifest.json     the fingerprint (SHA-256) of every file, signed (manifest.sig) with our key (public-key.pem)
  timestamp.tsr     if there: an independent authority's time stamp over manifest.json
  log-head.json     if there: the signed head over all logs of the first day after the seal, with the path from this log
                    to it; heads are published at /.well-known/split-second-contract/log-heads.json (from the next day)

Check all of it:     node check.mjs
   Node.js 18 or newer (nodejs.org). It says which file is not as it was sealed, and ends with a status other than 0.
   Files that a system has put into this folder (.DS_Store, Thumbs.db) are named as additional: they say nothing against
   the sealed ones.

Check without it (Linux, macOS, Windows with Git Bash), with OpenSSL 3 ("openssl version" names yours):
   openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig
   tr '{' '\n' < manifest.json | sed -nE 's/.*"path":"([^"]+)","sha256":"([0-9a-f]{64})".*/\2  \1/p' | sha256sum -c
      compares the files with the signed list in manifest.json; a file that it does not name was not compared. SHA256SUMS
      is not signed: whoever changes a file can change its line there, too, so that list alone proves nothing
   openssl ts -verify -data manifest.json -in timestamp.tsr -CAfile authority.pem
      authority.pem: the certificates of the time-stamping authority, from its own site
   macOS comes with LibreSSL, and older systems with OpenSSL 1: both say that they do not know -rawin, which says nothing
   about the packet. macOS: "brew install openssl@3", then "$(brew --prefix openssl@3)/bin/openssl" in the place of
   "openssl"; without sha256sum "shasum -a 256 -c" in the place of "sha256sum -c".

Whoever wanted to forge all of this could sign with a key of their own. So compare public-key.pem with the key that is
published at /.well-known/split-second-contract/keys.json on our site, or in a packet that somebody else keeps. The page
/verify on our site does the same in your browser; your files are not sent. If keys.json says "leakedAt" beside that key,
others have it since then and can sign what they like: its signature then counts only with a time stamp (timestamp.tsr)
from before, and the page /verify has to know the packet.

What it shows: these are the files as they were sealed, and they have not changed since. What it does not show: that
nothing came later. If a party objects, or the words are written anew, a newer version is sealed, and that one counts:
/verify on our site, with the number of the agreement, says whether there is one. Nor that a voice is a certain person's,
or that the agreement is valid where you live. This is not legal advice.

ESPAÑOL

Esta carpeta es la evidencia de un acuerdo hablado: las grabaciones tal como se recibieron, lo que se dijo como texto,
quién aceptó qué y cuándo, y un registro de todo lo que pasó. Se puede comprobar sin nosotros y sin internet.

  audio/            las grabaciones originales, sin cambios
  transcript.txt    lo que se dijo, con voces y tiempos (transcript.json: lo mismo para programas)
  terms.json        lo acordado, cada cosa con el segundo en que se dijo
  consents.json     cómo aceptó cada parte, y si se le oyó decirlo (con qué palabras: transcript.json; los paquetes
                    más viejos las tienen también aquí)
  agreement.json    partes, monto, fechas
  event-log.json    todo lo que pasó; cada entrada lleva la huella de la anterior
  receipt.json      lo que se había pagado al sellarlo
  certificate.pdf   todo esto como documento; record.pdf: lo mismo sin la conversación
  manifest.json     la huella (SHA-256) de cada archivo, firmada (manifest.sig) con nuestra clave (public-key.pem)
  timestamp.tsr     si está: el sello de tiempo de una autoridad independiente sobre manifest.json
  log-head.json     si está: la cabeza firmada de todos los registros del primer día después del sello, con el camino desde
                    este registro; se publican en /.well-known/split-second-contract/log-heads.json (desde el día siguiente)

Comprobar todo:      node check.mjs
   Node.js 18 o más nuevo (nodejs.org). Dice qué archivo no está como se selló, y termina con un estado distinto de 0.
   Los archivos que un sistema ha puesto en esta carpeta (.DS_Store, Thumbs.db) se nombran como adicionales ("additional"):
   no dicen nada en contra de los sellados.
   El programa habla inglés:
     "Everything is as it was sealed"  = todo está como se selló
     "NOT AS SEALED"                   = este archivo no está como se selló, porque
        "is missing"                   = falta
        "has been changed"             = fue cambiado
        "has … bytes, not …"           = tiene otro tamaño
        "does not fit its signature"   = no corresponde a su firma
     "ADDITIONAL"                      = no es parte de este paquete y no se comprobó
     "This is version …"               = esta es la versión …; si después se selló otra, solo lo dice /verify en nuestro sitio

Sin ese programa (Linux, macOS, Windows con Git Bash), con OpenSSL 3 ("openssl version" nombra el tuyo):
   openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig
   tr '{' '\n' < manifest.json | sed -nE 's/.*"path":"([^"]+)","sha256":"([0-9a-f]{64})".*/\2  \1/p' | sha256sum -c
      compara los archivos con la lista firmada de manifest.json; un archivo que no nombra no se ha comparado. SHA256SUMS no
      está firmada: quien cambia un archivo puede cambiar también su línea ahí, así que esa lista sola no prueba nada
   openssl ts -verify -data manifest.json -in timestamp.tsr -CAfile authority.pem
      authority.pem: los certificados de la autoridad de sellado de tiempo, de su propio sitio
   macOS trae LibreSSL, y los sistemas más viejos OpenSSL 1: los dos dicen que no conocen -rawin, lo que no dice nada del
   paquete. macOS: "brew install openssl@3", y luego "$(brew --prefix openssl@3)/bin/openssl" en lugar de "openssl"; sin
   sha256sum, "shasum -a 256 -c" en lugar de "sha256sum -c".

Quien quisiera falsificarlo todo podría firmar con una clave propia. Por eso compara public-key.pem con la clave que está
publicada en /.well-known/split-second-contract/keys.json en nuestro sitio, o en un paquete que guarde otra persona. La
página /verify de nuestro sitio hace lo mismo en tu navegador; tus archivos no se envían. Si keys.json dice "leakedAt"
junto a esa clave, otras personas la tienen desde entonces y pueden firmar lo que quieran: su firma solo cuenta con un
sello de tiempo (timestamp.tsr) anterior, y la página /verify tiene que conocer el paquete.

Lo que demuestra: estos son los archivos tal como se sellaron y no han cambiado desde entonces. Lo que no demuestra: que
nada vino después. Si una parte objeta, o las palabras se escriben de nuevo, se sella una versión más nueva, y esa es la
que cuenta: /verify en nuestro sitio, con el número del acuerdo, dice si la hay. Tampoco que una voz sea de cierta persona,
ni que el acuerdo sea válido donde vives. Esto no es asesoría legal.
`;

export const guide: Buffer = Buffer.from(guideText);
export const checker: Buffer = Buffer.from(checkerSource);
