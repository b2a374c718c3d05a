import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceTokens } from '#platform';
import { agreementFacts, paymentFacts, transcriptFacts } from './facts.fixture.js';

export interface InternalApi {
  url: string;
  /** While true every question is answered with 503. */
  isAway: boolean;
  refusals: number;
  close(): Promise<void>;
}

/** The three questions that other services answer; asked without a service's token they refuse. */
export async function startInternalApi(secret: string): Promise<InternalApi> {
  const tokens = new ServiceTokens(secret);
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const principal = tokens.verify(String(request.headers['x-service-token']));
    if (principal?.kind !== 'service') return answer(401, { code: 'unauthenticated' });
    if (api.isAway) {
      api.refusals += 1;
      return answer(503, { code: 'unavailable' });
    }
    const [, , kind, id = ''] = (request.url ?? '').split('/');
    if (kind === 'agreements') return answer(200, { ...agreementFacts, agreementId: id, ...addresses(id) });
    if (kind === 'transcripts') return answer(200, transcriptFacts);
    if (kind === 'payments') return answer(200, { ...paymentFacts, paymentId: id });
    answer(404, { code: 'not_found' });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const api: InternalApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isAway: false,
    refusals: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

/** Every contract has addresses of its own, so that each test can tell its mails. */
export function addresses(agreementId: string) {
  return {
    partyA: { name: 'Anna Weber', email: `anna-${agreementId}@people.test` },
    partyB: { name: 'Bob Miller', email: `bob-${agreementId}@people.test` },
  };
}
