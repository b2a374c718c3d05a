import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgreementStatus, PlanType } from '#contracts';
import { type Principal, ServiceTokens } from '#platform';

interface KnownAgreement {
  ownerId: number;
  planType: PlanType;
  status: AgreementStatus;
}

/** The one call that payments makes to the agreements service, answered from a table of agreements. */
export interface AgreementsApi {
  readonly url: string;
  readonly agreements: Map<string, KnownAgreement>;
  /** Claim tokens that came in, by agreement. */
  readonly claims: Map<string, string>;
  close(): Promise<void>;
}

const CLAIM = /^\/internal\/agreements\/(\d{16})\/claim$/;

export async function startAgreementsApi(secret: string): Promise<AgreementsApi> {
  const tokens = new ServiceTokens(secret);
  const agreements = new Map<string, KnownAgreement>();
  const claims = new Map<string, string>();

  const claim = (path: string, caller: Principal | null, body: { claimToken?: string }) => {
    const agreementId = CLAIM.exec(path)?.[1] ?? '';
    const agreement = agreements.get(agreementId);
    if (caller?.kind !== 'user') return { status: 401, answer: { code: 'unauthenticated' } };
    if (agreement?.ownerId !== caller.id) {
      const message = 'The requested agreement could not be found.';
      return { status: 404, answer: { statusCode: 404, code: 'agreement_not_found', message } };
    }
    if (body.claimToken !== undefined) claims.set(agreementId, body.claimToken);
    return { status: 200, answer: { agreementId, status: agreement.status, planType: agreement.planType } };
  };

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      const caller = tokens.verify(String(request.headers['x-service-token']));
      const { status, answer } = claim(request.url ?? '', caller, JSON.parse(text));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agreements,
    claims,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
