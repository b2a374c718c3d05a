import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BaseConfig, Clock } from '#platform';
import { AgreementsConfig } from '../src/config.js';
import { hashRow, type LogRow } from '../src/event-log/event-log.module.js';
import { drawCertificate } from '../src/evidence/certificate.js';
import type { CertificateContent } from '../src/evidence/certificate-page.js';
import { PdfDocument } from '../src/evidence/pdf-document.js';
import { PdfSigner } from '../src/evidence/pdf-signer.js';

export const run = promisify(execFile);
export const AGREEMENT = '4207731958026614';
export const madeAt = new Date('2026-11-24T10:05:00.000Z');

export function log(length: number): LogRow[] {
  const rows: LogRow[] = [];
  for (let seq = 1; seq <= length; seq += 1) {
    const row = {
      ...{
        seq,
        at: `2026-11-24T10:03:${String(seq).padStart(2, '0')}.000Z`,
        actor: 'user:17',
        type: 'opened',
      },
      ...{ detail: {}, prevHash: rows.at(-1)?.hash ?? '0'.repeat(64) },
      ...{ address: '203.0.113.7', device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    };
    rows.push({ ...row, hash: hashRow(AGREEMENT, row) });
  }
  return rows;
}

export const lines = Array.from({ length: 60 }, (_, n) => ({
  ...{ recording: 'a' as const, start: n * 5.5, end: n * 5.5 + 4, speaker: n % 2 ? '2' : '1' },
  text: `Sentence number ${n} of what was said, about the car that is sold for two hundred fifty dollars.`,
}));

export const content: CertificateContent = {
  languages: ['en'],
  title: null,
  agreementId: AGREEMENT,
  state: 'sealed',
  version: 1,
  parties: {
    a: { name: 'Ана Ñandú Żółw', email: 'anna@example.test' },
    b: { name: 'Ben Carter', email: 'ben@example.test' },
  },
  amount: '$250.50 USD',
  isRemote: true,
  storedAt: '2026-11-24T10:00:00.000Z',
  paidAt: '2026-11-24T10:01:00.000Z',
  completedAt: '2026-11-24T10:04:00.000Z',
  cancelled: null,
  consents: {
    partyA: {
      ...{ recordedAt: '2026-11-24T10:00:00.000Z', startedAt: null },
      noticeGivenAt: '2026-11-24T09:59:00.000Z',
      ...{ audioSha256: 'a'.repeat(64), address: '203.0.113.7', device: 'Firefox' },
    },
    partyB: {
      ...{ consentedAt: '2026-11-24T10:02:00.000Z', startedAt: null },
      ...{ wordingVersion: '2026-11', via: 'link' },
      statements: ['I am Ben Carter, the person named as Party B.'],
      ...{ audioSha256: 'b'.repeat(64), address: '203.0.113.8', device: 'Safari', deviceMatch: null },
    },
    confirmations: [],
  },
  transcript: {
    ...{ engine: 'pocketsphinx', draft: true, durationSeconds: 330, sha256: 'c'.repeat(64), segments: lines },
    speakers: [
      { label: '1', party: 'a', name: 'Ана Ñandú Żółw' },
      { label: '2', party: 'b', name: 'Ben Carter' },
    ],
    terms: [
      {
        ...{ kind: 'amount', text: 'two hundred fifty dollars', value: '250.00 USD' },
        ...{ recording: 'a', start: 65.4, speaker: '1' },
      },
    ],
    amountCheck: { typedCents: 25050, spokenCents: [25000], agrees: false },
    spokenConsents: [
      {
        ...{ party: 'a', state: 'said', reason: null, recording: 'a', start: 65.4 },
        text: 'I agree to sell it, word for word.',
      },
      { party: 'b', state: 'not_said', reason: null, recording: null, start: null, text: null },
    ],
    voiceMatch: 'alike',
    human: null,
  },
  isWithoutWords: false,
  payment: {
    isTest: true,
    receipts: [
      {
        ...{ number: 'SSC-2026-000001', description: 'Split Second Contract', amountCents: 500 },
        ...{ refundedCents: 0, currency: 'usd', paidAt: '2026-11-24T10:01:00.000Z', refundedAt: null },
      },
    ],
    held: {
      ...{ state: 'held', amountCents: 25050, currency: 'usd', buyerParty: 'b', receiptNumber: null },
      seller: 'a',
      ...{ heldAt: '2026-11-24T10:03:00.000Z', releaseAt: null, settledAt: null },
    },
  },
  log: log(12),
  fingerprints: [{ name: 'Recording of party A (audio/party-a.webm)', sha256: 'a'.repeat(64) }],
  verifyUrl: `https://example.test/verify/${AGREEMENT}`,
  madeAt,
};

export const clock = new Clock(new BaseConfig());
export const nobody = new PdfSigner(new AgreementsConfig(), clock);
export const draw = (what: CertificateContent) => drawCertificate(what, nobody);

/** A folder for the documents of a spec. */
export class PdfReader {
  private constructor(readonly folder: string) {}

  static async open(): Promise<PdfReader> {
    return new PdfReader(await mkdtemp(join(tmpdir(), 'ssc-certificate-')));
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  /** What a reader sees. */
  async textOf(pdf: Buffer, name: string): Promise<string> {
    const file = join(this.folder, `${name}.pdf`);
    await writeFile(file, pdf);
    await run('qpdf', ['--check', file]);
    return (await run('pdftotext', ['-layout', file, '-'], { maxBuffer: 1e7 })).stdout;
  }
}

export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** A document of nothing but a name. */
export async function pdfOf(name: string): Promise<Buffer> {
  const words = { locale: 'en-US', page: () => '', boxes: () => '', qr: () => '' };
  const facts = { title: '', subject: '', madeAt, footer: '', watermark: null };
  const document = new PdfDocument({ words, ...facts });
  document.paragraph(name);
  return document.end();
}
