import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  AgreementStatus,
  ClockNotice,
  ErrorCode,
  HoldPeriod,
  PlanType,
  ReportedAdminAct,
} from '#contracts';
import { type Principal, ServiceTokens } from '#platform';

export interface KnownAgreement {
  ownerId: number;
  planType: PlanType;
  status: AgreementStatus;
  /** Default '24hrs'. */
  escrowHoldPeriod?: HoldPeriod;
  /** Default false. */
  isContentDeleted?: boolean;
  /** What it is about; default nothing. */
  title?: string;
  partyA?: Person;
  partyB?: Person;
  /** When party B answered through the mail; default null. */
  partyBAnsweredAt?: string;
  /** Whom no mail reaches; default nobody. */
  unreachedParties?: ('a' | 'b')[];
}

interface Person {
  name: string;
  email: string;
}

interface KnownUser {
  id: number;
  username: string;
  email: string;
  /** Default true. */
  isEmailVerified?: boolean;
  /** Default false. */
  isDisabled?: boolean;
}

/** What payments asks the services for agreements, accounts and mails, answered from tables. */
export interface AgreementsApi {
  readonly url: string;
  readonly agreements: Map<string, KnownAgreement>;
  readonly users: Map<number, KnownUser>;
  /** Whose account had an address once; of any other it is who has it confirmed. */
  readonly addressHolders: Map<string, number>;
  /** What became of the mails about a clock, by escrow; of any other one was taken at once. */
  readonly notices: Map<string, ClockNotice>;
  /** Claim tokens that came in, by agreement. */
  readonly claims: Map<string, string>;
  /** Each time that one was told, in order. */
  readonly acts: ReportedAdminAct[];
  /** Called when an act was told, before the answer: one that rejects is an answer that is lost. */
  onAct: () => Promise<void>;
  /** Called before an agreement is claimed: what happens between the question and the answer. */
  onClaim: (agreementId: string) => Promise<void>;
  /** The same, before the owner of an agreement is told. */
  onOwner: (agreementId: string) => Promise<void>;
  /** The same, before an account is told; one that rejects is an auth service that is away. */
  onAccount: () => Promise<void>;
  /** The same, before it is told what became of a mail. */
  onNotice: () => Promise<void>;
  close(): Promise<void>;
}

interface Call {
  /** The id in the path. */
  id: string;
  caller: Principal;
  body: { claimToken?: string; agreementIds?: string[]; email?: string } & Partial<ReportedAdminAct>;
}

interface Answer {
  status: number;
  answer: object;
}

interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  caller: Principal['kind'];
  answer(call: Call): Promise<Answer> | Answer;
}

const DEFAULT_PARTIES = {
  partyA: { name: 'Anna Ash', email: 'anna@example.test' },
  partyB: { name: 'Ben Ode', email: 'ben@example.test' },
};

const refuse = (status: number, code: ErrorCode): Answer => ({
  status,
  answer: { statusCode: status, code, message: code },
});
const ok = (answer: object): Answer => ({ status: 200, answer });

export async function startAgreementsApi(secret: string): Promise<AgreementsApi> {
  const tokens = new ServiceTokens(secret);
  const api: Omit<AgreementsApi, 'url' | 'close'> = {
    agreements: new Map(),
    users: new Map(),
    addressHolders: new Map(),
    notices: new Map(),
    claims: new Map(),
    acts: [],
    onAct: () => Promise.resolve(),
    onClaim: () => Promise.resolve(),
    onOwner: () => Promise.resolve(),
    onAccount: () => Promise.resolve(),
    onNotice: () => Promise.resolve(),
  };
  const routes = routesOf(api);

  const reply = async (method: string, path: string, token: string, text: string): Promise<Answer> => {
    const route = routes.find((one) => one.method === method && one.path.test(path));
    if (!route) return refuse(404, 'not_found');
    const caller = tokens.verify(token);
    if (caller?.kind !== route.caller) return refuse(401, 'unauthenticated');
    const id = route.path.exec(path)?.[1] ?? '';
    return route.answer({ id, caller, body: text === '' ? {} : (JSON.parse(text) as Call['body']) });
  };

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      reply(request.method ?? '', request.url ?? '', String(request.headers['x-service-token']), text)
        .catch(() => refuse(500, 'internal'))
        .then(({ status, answer }) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        })
        .catch((error: unknown) => response.destroy(error as Error));
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

function routesOf(api: Omit<AgreementsApi, 'url' | 'close'>): Route[] {
  const { agreements, users, claims } = api;
  const known = (id: string, show: (agreement: KnownAgreement) => object): Answer => {
    const agreement = agreements.get(id);
    return agreement ? ok(show(agreement)) : refuse(404, 'agreement_not_found');
  };
  return [
    {
      method: 'POST',
      path: /^\/internal\/agreements\/(\d{16})\/claim$/,
      caller: 'user',
      async answer({ id, caller, body }) {
        if (agreements.get(id)?.ownerId !== caller.id) return refuse(404, 'agreement_not_found');
        if (body.claimToken !== undefined) claims.set(id, body.claimToken);
        const answer = known(id, ({ status, planType }) => ({ agreementId: id, status, planType }));
        await api.onClaim(id);
        return answer;
      },
    },
    {
      method: 'GET',
      path: /^\/internal\/agreements\/(\d{16})\/owner$/,
      caller: 'service',
      async answer({ id }) {
        const answer = known(id, ({ ownerId, status, isContentDeleted = false }) => ({
          ownerId,
          status,
          isContentDeleted,
        }));
        await api.onOwner(id);
        return answer;
      },
    },
    {
      method: 'GET',
      path: /^\/internal\/agreements\/(\d{16})$/,
      caller: 'service',
      answer: ({ id }) =>
        known(id, (agreement) => ({
          ...DEFAULT_PARTIES,
          escrowHoldPeriod: '24hrs',
          kind: 'car',
          createdAt: '2026-11-21T10:00:00.000Z',
          recordedAt: '2026-11-22T10:00:00.000Z',
          durationSeconds: 11,
          ...agreement,
          agreementId: id,
        })),
    },
    {
      method: 'POST',
      path: /^\/internal\/deals$/,
      caller: 'service',
      answer: ({ body: { agreementIds = [] } }) =>
        ok(
          agreementIds.flatMap((agreementId) => {
            const agreement = agreements.get(agreementId);
            if (!agreement) return [];
            const { partyA, partyB } = { ...DEFAULT_PARTIES, ...agreement };
            return {
              ...{ agreementId, partyAName: partyA.name, partyBName: partyB.name, kind: 'car' },
              ...{ title: agreement.title ?? null, amount: '250.00', currency: 'USD' },
              ...{ durationSeconds: 11, createdAt: '2026-11-21T10:00:00.000Z' },
              recordedAt: '2026-11-22T10:00:00.000Z',
            };
          }),
        ),
    },
    {
      method: 'GET',
      path: /^\/internal\/owners\/(\d+)\/pending$/,
      caller: 'service',
      answer: ({ id }) =>
        ok(
          [...agreements]
            .filter(([, { ownerId, status }]) => ownerId === Number(id) && status === 'pending')
            .map(([agreementId, { planType, partyB = DEFAULT_PARTIES.partyB }]) => ({
              agreementId,
              planType,
              partyBName: partyB.name,
              createdAt: '2026-11-21T10:00:00.000Z',
            })),
        ),
    },
    {
      method: 'GET',
      path: /^\/internal\/users\/(\d+)$/,
      caller: 'service',
      async answer({ id }) {
        await api.onAccount();
        const user = users.get(Number(id));
        return user ? ok({ isEmailVerified: true, isDisabled: false, ...user }) : refuse(404, 'not_found');
      },
    },
    {
      method: 'POST',
      path: /^\/internal\/address-holders$/,
      caller: 'service',
      answer({ body: { email = '' } }) {
        const present = [...users.values()].find(
          (user) => user.email.toLowerCase() === email && user.isEmailVerified !== false,
        );
        return ok({ userId: api.addressHolders.get(email) ?? present?.id ?? null });
      },
    },
    {
      method: 'GET',
      path: /^\/internal\/held-payments\/([0-9a-f-]{36})\/clock-notice\?sinceVersion=\d+$/,
      caller: 'service',
      async answer({ id }) {
        await api.onNotice();
        return ok(api.notices.get(id) ?? { takenAt: new Date(0).toISOString(), hasFailed: false });
      },
    },
    {
      method: 'POST',
      path: /^\/internal\/reported-admin-acts$/,
      caller: 'service',
      async answer({ body }) {
        api.acts.push(body as ReportedAdminAct);
        await api.onAct();
        return ok({ id: api.acts.length });
      },
    },
  ];
}
