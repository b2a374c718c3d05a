import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers like the payments service when it is asked whether a contract is paid: it is not, unless a test says so. */
export class FakePayments {
  /** Contracts that are paid, or whose bank is taking the payment. */
  readonly paidOrPending = new Set<string>();
  isAway = false;
  /** How often it was asked. */
  asked = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakePayments> {
    const server = createServer();
    const fake = new FakePayments(server);
    server.on('request', (request, response) => {
      fake.asked += 1;
      const [, agreementId = ''] =
        /^\/internal\/payments\/agreements\/([^/]+)\/contract$/.exec(request.url ?? '') ?? [];
      const isKnown = agreementId !== '' && !fake.isAway;
      response.writeHead(isKnown ? 200 : 503, { 'content-type': 'application/json' });
      const isPaidOrPending = fake.paidOrPending.has(agreementId);
      response.end(JSON.stringify(isKnown ? { isPaidOrPending } : { code: 'unavailable' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
