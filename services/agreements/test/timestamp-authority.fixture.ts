import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { run } from './seals.fixture.js';

const CONFIG = `
[tsa]
default_tsa = own
[own]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
other_policies = 1.2.3.4.2
digests = sha256
accuracy = secs:1
ordering = yes
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[tsa_extensions]
extendedKeyUsage = critical,timeStamping
`;

/** A time-stamping authority of the tests: `openssl ts` behind HTTP. */
export class OwnAuthority {
  /** How the next requests are answered. */
  answer: 'granted' | 'away' | 'refused' | 'of something else' | 'nonsense' = 'granted';
  /** Why it could not answer: nothing, in a test that went as it should. */
  readonly failures: unknown[] = [];
  private requests = 0;

  private constructor(
    private readonly server: Server,
    private readonly folder: string,
  ) {}

  static async start(folder: string): Promise<OwnAuthority> {
    await mkdir(folder, { recursive: true });
    const inFolder = { cwd: folder };
    await writeFile(join(folder, 'ts.cnf'), CONFIG);
    await writeFile(join(folder, 'serial'), '01\n');
    const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-sha256'];
    await run(
      'openssl',
      [
        ...request,
        '-x509',
        '-days',
        '30',
        '-subj',
        '/CN=Authority of tests',
        '-keyout',
        'ca.key',
        '-out',
        'ca.pem',
      ],
      inFolder,
    );
    await run(
      'openssl',
      [...request, '-subj', '/CN=Clock', '-keyout', 'tsa.key', '-out', 'tsa.csr'],
      inFolder,
    );
    await run(
      'openssl',
      [
        ...['x509', '-req', '-in', 'tsa.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
        ...['-days', '30', '-extfile', 'ts.cnf', '-extensions', 'tsa_extensions', '-out', 'tsa.pem'],
      ],
      inFolder,
    );
    const server = createServer();
    const authority = new OwnAuthority(server, folder);
    server.on('request', (incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        authority.reply(Buffer.concat(chunks)).then(
          ({ status, body }) => {
            response.writeHead(status, { 'content-type': 'application/timestamp-reply' });
            response.end(body);
          },
          (error: unknown) => {
            authority.failures.push(error);
            response.destroy();
          },
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return authority;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  get caFile(): string {
    return join(this.folder, 'ca.pem');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async reply(query: Buffer): Promise<{ status: number; body: Buffer }> {
    if (this.answer === 'away') return { status: 503, body: Buffer.alloc(0) };
    if (this.answer === 'nonsense') return { status: 200, body: Buffer.from('a time stamp') };
    this.requests += 1;
    const [asked, answered] = [`${this.requests}.tsq`, `${this.requests}.tsr`];
    const inFolder = { cwd: this.folder };
    await writeFile(join(this.folder, asked), this.answer === 'refused' ? query.subarray(0, -4) : query);
    if (this.answer === 'of something else') {
      await run('openssl', ['ts', '-query', '-data', 'ca.pem', '-sha256', '-cert', '-out', asked], inFolder);
    }
    await run(
      'openssl',
      [
        ...['ts', '-reply', '-config', 'ts.cnf', '-section', 'own', '-queryfile', asked],
        ...['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-out', answered],
      ],
      inFolder,
    ).catch((error: unknown) => {
      if (this.answer !== 'refused') throw error;
    });
    return { status: 200, body: await readFile(join(this.folder, answered)) };
  }
}
