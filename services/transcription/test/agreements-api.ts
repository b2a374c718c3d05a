import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgreementStatus } from '#contracts';
import { ServiceTokens } from '#platform';

/** The one question that transcription asks the agreements service, answered from a table of agreements. */
export interface AgreementsApi {
  readonly url: string;
  readonly agreements: Map<string, { ownerId: number; status: AgreementStatus }>;
  close(): Promise<void>;
}

export async function startAgreementsApi(secret: string): Promise<AgreementsApi> {
  const tokens = new ServiceTokens(secret);
  const agreements: AgreementsApi['agreements'] = new Map();
  const server = createServer((request, response) => {
    const caller = tokens.verify(String(request.headers['x-service-token']));
    const agreement = agreements.get(request.url?.split('/').at(-1) ?? '');
    const isOwner = agreement !== undefined && agreement.ownerId === caller?.id;
    response
      .writeHead(isOwner ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(isOwner ? { status: agreement.status } : { code: 'agreement_not_found' }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agreements,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
