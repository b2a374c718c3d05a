import { checkerSource } from './checker.js';

/** One page in plain words, in both languages of the product. */
const guideText = `WHAT THIS IS / QUÉ ES ESTO

ENGLISH

This folder is the evidence of one spoken agreement: the recordings as they were received, what was said as text, who
agreed to what and when, and a log of everything that happened. It can be checked without us and without the internet.

  audio/            the original recordings, never changed
  transcript.txt    what was said, with speakers and times (transcript.json: the same for programs)
  terms.json        what was agreed, each with the second at which it was said
  consents.json     how each party agreed
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

Check without it (Linux, macOS, Windows with Git Bash):
   sha256sum -c SHA256SUMS
   openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig
   openssl ts -verify -data manifest.json -in timestamp.tsr -CAfile authority.pem
      authority.pem: the certificates of the time-stamping authority, from its own site

Whoever wanted to forge all of this could sign with a key of their own. So compare public-key.pem with the key that is
published at /.well-known/split-second-contract/keys.json on our site, or in a packet that somebody else keeps. The page
/verify on our site does the same in your browser; your files are not sent.

What it shows: these are the files as they were sealed, and they have not changed since. What it does not show: that a
voice is a certain person's, or that the agreement is valid where you live. This is not legal advice.

ESPAÑOL

Esta carpeta es la evidencia de un acuerdo hablado: las grabaciones tal como se recibieron, lo que se dijo como texto,
quién aceptó qué y cuándo, y un registro de todo lo que pasó. Se puede comprobar sin nosotros y sin internet.

  audio/            las grabaciones originales, sin cambios
  transcript.txt    lo que se dijo, con voces y tiempos (transcript.json: lo mismo para programas)
  terms.json        lo acordado, cada cosa con el segundo en que se dijo
  consents.json     cómo aceptó cada parte
  agreement.json    partes, importe, fechas
  event-log.json    todo lo que pasó; cada entrada lleva la huella de la anterior
  receipt.json      lo que se había pagado al sellarlo
  certificate.pdf   todo esto como documento; record.pdf: lo mismo sin la conversación
  manifest.json     la huella (SHA-256) de cada archivo, firmada (manifest.sig) con nuestra clave (public-key.pem)
  timestamp.tsr     si está: el sello de tiempo de una autoridad independiente sobre manifest.json
  log-head.json     si está: la cabeza firmada de todos los registros del primer día después del sello, con el camino desde
                    este registro; se publican en /.well-known/split-second-contract/log-heads.json (desde el día siguiente)

Comprobar todo:      node check.mjs
   Node.js 18 o más nuevo (nodejs.org). Dice qué archivo no está como se selló, y termina con un estado distinto de 0.

Sin ese programa (Linux, macOS, Windows con Git Bash):
   sha256sum -c SHA256SUMS
   openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig
   openssl ts -verify -data manifest.json -in timestamp.tsr -CAfile authority.pem
      authority.pem: los certificados de la autoridad de sellado de tiempo, de su propio sitio

Quien quisiera falsificarlo todo podría firmar con una clave propia. Por eso compara public-key.pem con la clave que está
publicada en /.well-known/split-second-contract/keys.json en nuestro sitio, o en un paquete que guarde otra persona. La
página /verify de nuestro sitio hace lo mismo en tu navegador; tus archivos no se envían.

Lo que demuestra: estos son los archivos tal como se sellaron y no han cambiado desde entonces. Lo que no demuestra: que
una voz sea de cierta persona, ni que el acuerdo sea válido donde vives. Esto no es asesoría legal.
`;

export const guide: Buffer = Buffer.from(guideText);
export const checker: Buffer = Buffer.from(checkerSource);
