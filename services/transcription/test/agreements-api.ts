import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgreementStatus } from '#contracts';
import { type Principal, ServiceTokens } from '#platform';

/** An administrator's act that came in for an agreement's log. */
interface LoggedAct {
  agreementId: string;
  adminId: number;
  act: string;
  reason: string;
}

interface ListedAgreement {
  ownerId: number;
  status: AgreementStatus;
  /** As typed, `2000.00`; default none. */
  amount?: string;
  /** What it is about; default nothing. */
  title?: string;
}

/** What transcription asks of the agreements service, answered from a table of agreements. */
export interface AgreementsApi {
  readonly url: string;
  readonly agreements: Map<string, ListedAgreement>;
  readonly acts: LoggedAct[];
  /** Whether it refuses to log what administrators do. */
  refusesActs: boolean;
  /** Whether it answers nothing but 503. */
  isDown: boolean;
  close(): Promise<void>;
}

const PATH = /^\/(?:api|internal)\/agreements\/(\d{16})(\/owner|\/admin-acts)?$/;

const facts = ({ amount, title }: ListedAgreement) => ({
  partyA: { name: 'Anna Miller', email: 'anna@example.test' },
  partyB: { name: 'Ben Carter', email: 'ben@example.test' },
  kind: 'car',
  title: title ?? null,
  amount: amount ?? null,
  currency: 'USD',
  durationSeconds: 20,
  isRemoteContract: false,
  createdAt: '2026-11-21T10:00:00.000Z',
});

export async function startAgreementsApi(secret: string): Promise<AgreementsApi> {
  const tokens = new ServiceTokens(secret);
  const api: Pick<AgreementsApi, 'agreements' | 'acts' | 'refusesActs' | 'isDown'> = {
    agreements: new Map(),
    acts: [],
    refusesActs: false,
    isDown: false,
  };
  const notFound = { status: 404, answer: { code: 'agreement_not_found' } as object };

  const answer = (path: string, caller: Principal | null, body: string) => {
    const [, agreementId = '', about] = PATH.exec(path) ?? [];
    const agreement = api.agreements.get(agreementId);
    if (agreement === undefined || caller === null) return notFound;
    if (api.isDown) return { status: 503, answer: { code: 'unavailable' } };
    if (about === '/owner') return caller.kind === 'service' ? { status: 200, answer: agreement } : notFound;
    if (about === '/admin-acts') {
      if (caller.kind !== 'admin' || api.refusesActs) return { status: 500, answer: { code: 'internal' } };
      const { act, reason } = JSON.parse(body) as { act: string; reason: string };
      api.acts.push({ agreementId, adminId: caller.id, act, reason });
      return { status: 201, answer: {} };
    }
    if (caller.kind === 'service') return { status: 200, answer: facts(agreement) };
    return agreement.ownerId === caller.id ? { status: 200, answer: { status: agreement.status } } : notFound;
  };

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const caller = tokens.verify(String(request.headers['x-service-token']));
      const { status, answer: content } = answer(request.url ?? '', caller, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return Object.assign(api, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
