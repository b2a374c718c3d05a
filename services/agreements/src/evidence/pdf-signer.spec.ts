import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Clock,
  ConfigError,
  DAY_MS,
  HealthRegistry,
  OutageError,
  Outages,
  outageOf,
  whatIsAway,
} from '#platform';
import { clock, content, inOneLine, PdfReader, run } from '../../test/certificate.fixture.js';
import { AgreementsConfig } from '../config.js';
import { drawCertificate } from './certificate.js';
import { PdfCertificateWatch, PdfSigner } from './pdf-signer.js';

let reader: PdfReader;

beforeAll(async () => {
  reader = await PdfReader.open();
});

afterAll(() => reader.close());

describe('the signature of the file', () => {
  const base64 = async (name: string) => (await readFile(join(reader.folder, name))).toString('base64');

  beforeAll(async () => {
    const inFolder = { cwd: reader.folder };
    const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-sha256'];
    const subject = ['-subj', '/CN=Authority of tests'];
    await run(
      'openssl',
      [...request, '-x509', '-days', '30', ...subject, '-keyout', 'ca.key', '-out', 'ca.pem'],
      inFolder,
    );
    const own = ['-subj', '/O=Operator/CN=Operator of tests', '-keyout', 'own.key', '-out', 'own.csr'];
    await run('openssl', [...request, ...own], inFolder);
    await run(
      'openssl',
      [
        ...['x509', '-req', '-in', 'own.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
        ...['-days', '30', '-out', 'own.pem'],
      ],
      inFolder,
    );
    await writeFile(
      join(reader.folder, 'chain.pem'),
      `${await readFile(join(reader.folder, 'own.pem'), 'utf8')}${await readFile(join(reader.folder, 'ca.pem'), 'utf8')}`,
    );
  }, 60_000);

  const signerOf = async (key: string, certificates: string) =>
    new PdfSigner(
      Object.assign(new AgreementsConfig(), {
        pdfSigningKey: await base64(key),
        pdfSigningCertificates: await base64(certificates),
      }),
      movedClock,
    );

  let aheadMs = 0;
  const movedClock = { now: () => new Date(Date.now() + aheadMs) } as Clock;
  afterEach(() => {
    aheadMs = 0;
  });

  it('is what pdfsig takes for one over the whole document, the same each time', async () => {
    const signer = await signerOf('own.key', 'chain.pem');
    expect(signer.name).toBe('Operator of tests');
    const signed = await drawCertificate(content, signer);
    expect((await drawCertificate(content, signer)).equals(signed)).toBe(true);
    const text = await reader.textOf(signed, 'signed');
    expect(inOneLine(text)).toContain('This file is signed by Operator of tests');
    const { stdout } = await run('pdfsig', ['-nocert', join(reader.folder, 'signed.pdf')]);
    expect(stdout).toContain('Signature is Valid');
    expect(stdout).toContain('Total document signed');
    expect(stdout).toContain('ETSI.CAdES.detached');
    const at = 2000;
    const changed = Buffer.from(signed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(join(reader.folder, 'changed.pdf'), changed);
    const broken = await run('pdfsig', ['-nocert', join(reader.folder, 'changed.pdf')]).catch(
      (error: { stdout: string }) => error,
    );
    expect(broken.stdout).not.toContain('Signature is Valid');
  });

  it('needs a key that belongs to the certificate', async () => {
    await expect(signerOf('ca.key', 'chain.pem')).rejects.toThrow('does not belong');
    expect(new PdfSigner(new AgreementsConfig(), clock).name).toBeNull();
    const half = Object.assign(new AgreementsConfig(), { pdfSigningKey: 'x' });
    expect(() => new PdfSigner(half, clock)).toThrow('needed together');
  });

  it('is not made with a certificate that has ended, or not begun: the service does not start', async () => {
    aheadMs = 31 * DAY_MS;
    await expect(signerOf('own.key', 'chain.pem')).rejects.toThrow(ConfigError);
    await expect(signerOf('own.key', 'chain.pem')).rejects.toThrow(
      /^PDF_SIGNING_CERTIFICATES: the certificate of Operator of tests has ended on \d{4}-/,
    );
    aheadMs = -DAY_MS;
    await expect(signerOf('own.key', 'chain.pem')).rejects.toThrow('begins only on');
  });

  it('is dated no earlier than its certificate, which may be newer than the order of the seal', async () => {
    const signer = await signerOf('own.key', 'chain.pem');
    const begins = new X509Certificate(await readFile(join(reader.folder, 'own.pem'))).validFromDate;
    const datesOf = async (at: Date) => {
      const pdf = await drawCertificate({ ...content, madeAt: at }, signer);
      return [.../\/M \(D:(\d+)Z\)/g[Symbol.matchAll](pdf.toString('latin1'))].map(([, date]) => date);
    };
    const digits = (at: Date) => at.toISOString().slice(0, 19).replace(/\D/g, '');
    expect(await datesOf(new Date(begins.getTime() - DAY_MS))).toEqual([digits(begins)]);
    const later = new Date(begins.getTime() + DAY_MS);
    expect(await datesOf(later)).toEqual([digits(later)]);
  });

  it('waits like in an outage when the certificate ends while the service runs', async () => {
    const signer = await signerOf('own.key', 'chain.pem');
    await expect(drawCertificate(content, signer)).resolves.toBeInstanceOf(Buffer);
    aheadMs = 31 * DAY_MS;
    const late = drawCertificate(content, signer).catch((error: unknown) => error);
    expect(outageOf(await late)).toBe('pdf-certificate');
    expect(() => signer.requireCertificate()).toThrow(OutageError);
    // Without a certificate nothing is signed, at any time.
    const unsigned = new PdfSigner(new AgreementsConfig(), movedClock);
    await expect(drawCertificate(content, unsigned)).resolves.toBeInstanceOf(Buffer);
  });

  it('is told of by health 30 days before it cannot be made any more, and from then on', async () => {
    const signer = await signerOf('own.key', 'chain.pem');
    const health = new HealthRegistry();
    const outages = new Outages(health, { info: () => undefined, warn: () => undefined });
    new PdfCertificateWatch(signer, health, outages).onModuleInit();
    const told = async () => {
      const { status, checks } = await health.check();
      return { status, away: whatIsAway([{ name: 'agreements', status, checks }]) };
    };
    aheadMs = -DAY_MS;
    expect(await told()).toEqual({ status: 'up', away: [] });
    // The certificate of this test has 30 days.
    aheadMs = 1000;
    const ending = { dependency: 'pdf-certificate-ending', waiting: 0, services: ['agreements'] };
    expect(await told()).toMatchObject({ status: 'up', away: [ending] });
    aheadMs = 31 * DAY_MS;
    expect(await told()).toMatchObject({ status: 'up', away: [ending, { dependency: 'pdf-certificate' }] });
    const { checks } = await health.check();
    expect(checks[0]).toEqual({
      name: 'pdf-certificate',
      status: 'up',
      detail: { ends: signer.ends?.toISOString(), isEnded: true },
    });
    outages.onApplicationShutdown();
  });
});
