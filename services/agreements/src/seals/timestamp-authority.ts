import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { request } from 'undici';
import { AgreementsConfig } from '../config.js';

const SHA256_OID = '2.16.840.1.101.3.4.2.1';
const NO_PARAMETERS = new asn1js.Null();
const DEADLINE_MS = 15_000;
const NONCE_BYTES = 8;
/** Of a token with its certificates: a few kilobytes are usual. */
const MOST_BYTES = 256 * 1024;

interface Timestamp {
  /** The whole response (RFC 3161), as `openssl ts -verify -in` reads it. */
  response: Buffer;
  /** The time that the authority says. */
  at: Date;
}

/** The authority answered, and not with a time stamp of what was sent. */
class TimestampRefusedError extends Error {
  override readonly name = 'TimestampRefusedError';
}

/** Asks an RFC 3161 authority, when one is configured, to stamp a hash. It learns nothing but the hash. */
@Injectable()
export class TimestampAuthority {
  private readonly url: string | undefined;

  constructor({ timestampAuthorityUrl }: AgreementsConfig) {
    this.url = timestampAuthorityUrl;
  }

  get isConfigured(): boolean {
    return this.url !== undefined;
  }

  /**
   * @throws TimestampRefusedError, or an error of the network. Who the authority is, is not checked here: that takes its
   * certificates, which whoever verifies a packet gets from the authority itself.
   */
  async stamp(content: Buffer, signal: AbortSignal): Promise<Timestamp> {
    if (this.url === undefined) throw new Error('TIMESTAMP_AUTHORITY_URL is not set');
    const imprint = createHash('sha256').update(content).digest();
    const nonce = randomBytes(NONCE_BYTES);
    // A DER integer is signed: a leading zero bit keeps it positive and its length fixed.
    nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
    const { statusCode, body } = await request(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: writeRequest(imprint, nonce),
      headersTimeout: DEADLINE_MS,
      bodyTimeout: DEADLINE_MS,
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    const response = Buffer.from(await body.arrayBuffer());
    if (statusCode !== 200) throw new TimestampRefusedError(`the authority answered ${statusCode}`);
    if (response.length > MOST_BYTES) throw new TimestampRefusedError('the answer is too long');
    return { response, at: readResponse(response, imprint, nonce) };
  }
}

function writeRequest(imprint: Buffer, nonce: Buffer): Buffer {
  const query = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({
        algorithmId: SHA256_OID,
        algorithmParams: NO_PARAMETERS,
      }),
      hashedMessage: new asn1js.OctetString({ valueHex: toArrayBuffer(imprint) }),
    }),
    nonce: new asn1js.Integer({ valueHex: toArrayBuffer(nonce) }),
    certReq: true,
  });
  return Buffer.from(query.toSchema().toBER());
}

/** The time in a granted response to this request. @throws TimestampRefusedError for anything else */
function readResponse(response: Buffer, imprint: Buffer, nonce: Buffer): Date {
  const info = readInfo(response);
  if (!info) throw new TimestampRefusedError('the answer holds no time stamp');
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithmId !== SHA256_OID || !isSame(hashedMessage.valueBlock.valueHexView, imprint)) {
    throw new TimestampRefusedError('the time stamp is of something else');
  }
  if (!info.nonce || !isSame(info.nonce.valueBlock.valueHexView, nonce)) {
    throw new TimestampRefusedError('the time stamp answers another request');
  }
  return info.genTime;
}

/** What the authority signed; null when the response is no time stamp at all. */
export function readInfo(response: Buffer): pkijs.TSTInfo | null {
  try {
    const reply = pkijs.TimeStampResp.fromBER(toArrayBuffer(response));
    // 0: granted, 1: granted with changes.
    if (reply.status.status > 1 || !reply.timeStampToken) return null;
    const signed = new pkijs.SignedData({ schema: reply.timeStampToken.content });
    const content = signed.encapContentInfo.eContent;
    return content ? pkijs.TSTInfo.fromBER(content.getValue()) : null;
  } catch {
    return null;
  }
}

const isSame = (one: Uint8Array, other: Buffer): boolean => Buffer.from(one).equals(other);

/** A copy, as the ASN.1 library takes bytes. */
export function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
