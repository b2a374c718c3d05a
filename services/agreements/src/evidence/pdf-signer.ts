import { createHash, createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { pdfkitAddPlaceholder } from '@signpdf/placeholder-pdfkit';
import { SignPdf } from '@signpdf/signpdf';
import { Signer, SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import {
  Clock,
  ConfigError,
  DAY_MS,
  HealthRegistry,
  OutageError,
  Outages,
  PDF_CERTIFICATE,
  PDF_CERTIFICATE_ENDING,
} from '#platform';
import { AgreementsConfig } from '../config.js';
import { toArrayBuffer } from '../seals/seals.module.js';

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** Bytes that are kept free for the signature: three certificates fit. */
const SIGNATURE_BYTES = 16_384;
/** So long before its end somebody is told: an authority may take days for a new one. */
const ENDING_MS = 30 * DAY_MS;

const crypto = new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as never });

/** Signs PDF files (PAdES B-B) with the operator's certificate, when one is configured. */
@Injectable()
export class PdfSigner {
  private readonly cms: CmsSigner | null;

  /** @throws ConfigError when key and certificate are not what they should be, or it is not the certificate's time */
  constructor(
    { pdfSigningKey, pdfSigningCertificates }: AgreementsConfig,
    private readonly clock: Clock,
  ) {
    if (!pdfSigningKey && !pdfSigningCertificates) {
      this.cms = null;
      return;
    }
    if (!pdfSigningKey || !pdfSigningCertificates) {
      throw new ConfigError('PDF_SIGNING_KEY and PDF_SIGNING_CERTIFICATES are needed together');
    }
    this.cms = new CmsSigner(fromBase64(pdfSigningKey), fromBase64(pdfSigningCertificates));
    const { begins, ends, name } = this.cms;
    const now = clock.now();
    const what = `PDF_SIGNING_CERTIFICATES: the certificate of ${name}`;
    if (now < begins) throw new ConfigError(`${what} begins only on ${begins.toISOString()}`);
    if (now >= ends) {
      throw new ConfigError(
        `${what} has ended on ${ends.toISOString()}; put another in its place, or leave it and PDF_SIGNING_KEY out`,
      );
    }
  }

  /** The subject of the certificate; null when files are not signed. */
  get name(): string | null {
    return this.cms?.name ?? null;
  }

  /** The end of the certificate; null when files are not signed. */
  get ends(): Date | null {
    return this.cms?.ends ?? null;
  }

  /** Since when the certificate has less than 30 days left; null while it has more, and when files are not signed. */
  get endingSince(): Date | null {
    const since = this.ends === null ? null : new Date(this.ends.getTime() - ENDING_MS);
    return since !== null && this.clock.now() >= since ? since : null;
  }

  /** Since when the certificate has ended. */
  get endedSince(): Date | null {
    return this.ends !== null && this.clock.now() >= this.ends ? this.ends : null;
  }

  /** A file that would be signed with a certificate that has ended waits for another. @throws OutageError */
  requireCertificate(): void {
    if (this.endedSince !== null) throw new OutageError(PDF_CERTIFICATE);
  }

  /** Keeps a place for the signature in a document of that time, which is not ended yet. */
  reserve(document: PDFKit.PDFDocument, at: Date): void {
    if (!this.cms) return;
    pdfkitAddPlaceholder({
      pdf: document,
      // Only wanted by its types.
      pdfBuffer: Buffer.alloc(0),
      reason: 'Certificate of a spoken agreement',
      contactInfo: '',
      name: this.cms.name,
      location: '',
      signingTime: this.cms.timeOf(at),
      signatureLength: SIGNATURE_BYTES,
      subFilter: SUBFILTER_ETSI_CADES_DETACHED,
    });
  }

  /**
   * The file with its signature in the place for it; as it is when there is no certificate.
   * @throws OutageError when the certificate has ended
   */
  async sign(pdf: Buffer, at: Date): Promise<Buffer> {
    this.requireCertificate();
    return this.cms ? new SignPdf().sign(pdf, this.cms, this.cms.timeOf(at)) : pdf;
  }
}

/** Health tells of a certificate that has ended or will soon, and notifications mails support about it. */
@Injectable()
export class PdfCertificateWatch implements OnModuleInit {
  constructor(
    private readonly signer: PdfSigner,
    private readonly health: HealthRegistry,
    private readonly outages: Outages,
  ) {}

  onModuleInit(): void {
    const { signer } = this;
    const ends = signer.ends?.toISOString();
    if (ends === undefined) return;
    // It is told, and not down: everything but sealing and drafts of certificates goes on.
    this.health.add(PDF_CERTIFICATE, async () => ({ ends, isEnded: signer.endedSince !== null }));
    this.outages.announce(PDF_CERTIFICATE_ENDING, () => signer.endingSince);
    this.outages.announce(PDF_CERTIFICATE, () => signer.endedSince);
  }
}

/** Makes the detached CMS signature that a PDF holds. RSA (PKCS #1) has no randomness: the same bytes each time. */
class CmsSigner extends Signer {
  readonly name: string;
  readonly begins: Date;
  readonly ends: Date;
  private readonly chain: readonly Buffer[];

  constructor(
    private readonly keyPem: string,
    chainPem: string,
  ) {
    super();
    const certificates = (chainPem.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
    const [own] = certificates;
    if (!own) throw new ConfigError('PDF_SIGNING_CERTIFICATES holds no certificate');
    const key = createPrivateKey(keyPem);
    if (key.asymmetricKeyType !== 'rsa') throw new ConfigError('PDF_SIGNING_KEY is not an RSA key');
    if (!own.checkPrivateKey(key)) {
      throw new ConfigError('PDF_SIGNING_KEY does not belong to the first of PDF_SIGNING_CERTIFICATES');
    }
    this.chain = certificates.map(({ raw }) => raw);
    this.begins = new Date(own.validFrom);
    this.ends = new Date(own.validTo);
    this.name = /^CN=(.+)$/m.exec(own.subject)?.[1] ?? own.subject;
  }

  /**
   * When a document of that time is signed. What waited for a new certificate is older than that, and readers refuse a
   * signature from before its certificate.
   */
  timeOf(at: Date): Date {
    return at < this.begins ? this.begins : at;
  }

  override async sign(content: Buffer): Promise<Buffer> {
    const [own] = this.chain;
    const certificates = this.chain.map((raw) => pkijs.Certificate.fromBER(toArrayBuffer(raw)));
    const [certificate] = certificates;
    if (!own || !certificate) throw new Error('There is no certificate');
    const der = createPrivateKey(this.keyPem).export({ type: 'pkcs8', format: 'der' });
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const key = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
    const digest = createHash('sha256').update(content).digest();
    const attributes = [
      attribute(OID.contentType, new asn1js.ObjectIdentifier({ value: OID.data })),
      attribute(OID.messageDigest, octets(digest)),
      attribute(OID.signingCertificateV2, signingCertificate(own)),
    ];
    const signed = new pkijs.SignedData({
      version: 1,
      encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: OID.data }),
      signerInfos: [
        new pkijs.SignerInfo({
          version: 1,
          sid: new pkijs.IssuerAndSerialNumber({
            issuer: certificate.issuer,
            serialNumber: certificate.serialNumber,
          }),
          signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes }),
        }),
      ],
      certificates,
    });
    await signed.sign(key as never, 0, 'SHA-256', toArrayBuffer(content), crypto);
    const info = new pkijs.ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) });
    return Buffer.from(info.toSchema().toBER());
  }
}

/** Names the certificate by its hash (RFC 5035), as PAdES wants: SHA-256 is the default and not written. */
function signingCertificate(certificate: Buffer): asn1js.Sequence {
  const hash = octets(createHash('sha256').update(certificate).digest());
  const id = new asn1js.Sequence({ value: [hash] });
  return new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [id] })] });
}

const attribute = (type: string, value: asn1js.BaseBlock): pkijs.Attribute =>
  new pkijs.Attribute({ type, values: [value] });

const octets = (content: Buffer): asn1js.OctetString =>
  new asn1js.OctetString({ valueHex: toArrayBuffer(content) });

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');
