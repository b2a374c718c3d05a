import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Language } from '#contracts';
import { type HealthCheck, ServiceTokens } from '#platform';
import type {
  AgreementFacts,
  EscrowFacts,
  PaymentFacts,
  SubscriptionFacts,
  TranscriptFacts,
} from '../src/facts/facts.js';
import {
  actFacts,
  addressVerificationFacts,
  agreementFacts,
  changeFacts,
  codeFacts,
  creditFacts,
  deadLetterFacts,
  escrowFacts,
  jobFacts,
  paymentFacts,
  resetFacts,
  sealedFiles,
  transcriptFacts,
} from './facts.fixture.js';

/** What the other services would say of one agreement, where it differs from the fixture. */
export interface KnownAgreement extends Partial<AgreementFacts> {
  ownerId?: number | null;
}

export interface InternalApi {
  url: string;
  readonly agreements: Map<string, KnownAgreement>;
  readonly transcripts: Map<string, Partial<TranscriptFacts>>;
  /** Agreements that are not sealed. */
  readonly unsealed: Set<string>;
  readonly escrows: Map<string, Partial<EscrowFacts>>;
  readonly payments: Map<string, Partial<PaymentFacts>>;
  /** Those that payments knows: mails about others leave as they were told. */
  readonly subscriptions: Map<string, SubscriptionFacts>;
  /** Password links that were replaced. */
  readonly goneResets: Set<string>;
  /** Of accounts, by address; English for all others. */
  readonly languages: Map<string, Language>;
  readonly subscribers: Set<number>;
  /** Accounts whose address is not known to be theirs; that of the fixture's owner, whose contracts each have their own. */
  readonly unverified: Set<number>;
  /** Accounts that an administrator has shut. */
  readonly disabled: Set<number>;
  /** Addresses of accounts that have changed theirs. */
  readonly newAddresses: Map<number, string>;
  /** Where accounts are reached now that had another address, by that one. */
  readonly presentAddresses: Map<string, string>;
  /** What was asked of those. */
  readonly addressQuestions: { email: string; at: string }[];
  /** Addresses that are to be confirmed, by the verification that was asked for. */
  readonly verified: Map<string, string>;
  /** Of those, the ones that an account has already. */
  readonly own: Set<string>;
  /** Whether payments has heard that contracts were cancelled. */
  isCancellationKnown: boolean;
  /** While true every question is answered with 503. */
  isAway: boolean;
  /** What every service says of its own health; null while it says nothing. */
  checks: HealthCheck[] | null;
  refusals: number;
  close(): Promise<void>;
}

/** The questions that other services answer; asked without a service's token they refuse. */
export async function startInternalApi(secret: string): Promise<InternalApi> {
  const tokens = new ServiceTokens(secret);
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.url === '/health') {
      if (api.checks === null) return void request.socket.destroy();
      const status = api.checks.every((check) => check.status === 'up') ? 'up' : 'down';
      return answer(status === 'up' ? 200 : 503, { status, checks: api.checks });
    }
    const principal = tokens.verify(String(request.headers['x-service-token']));
    if (principal?.kind !== 'service') return answer(401, { code: 'unauthenticated' });
    if (api.isAway) {
      api.refusals += 1;
      return answer(503, { code: 'unavailable' });
    }
    const [, , kind = '', ...rest] = (request.url ?? '').split('/');
    // What payments knows of an agreement or of a user stands a level deeper.
    const isOfOther = kind === 'payments' && (rest[0] === 'agreements' || rest[0] === 'users');
    const [id = '', part] = isOfOther ? [rest[1], rest[0] === 'users' ? 'coverage' : rest[0]] : rest;
    if (kind === 'password-resets' && api.goneResets.has(id)) return answer(410, { code: 'link_invalid' });
    if (part === 'sealed-files' && api.unsealed.has(id)) return answer(404, { code: 'not_ready' });
    if (kind === 'present-addresses') {
      void json(request).then((asked) => {
        const question = asked as { email: string; at: string };
        api.addressQuestions.push(question);
        answer(200, { email: api.presentAddresses.get(question.email) ?? null });
      });
      return;
    }
    const body = tell(api, part === undefined ? kind : `${kind}/${part}`, id);
    answer(body === null ? 404 : 200, body ?? { code: 'not_found' });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const api: InternalApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agreements: new Map(),
    transcripts: new Map(),
    unsealed: new Set(),
    escrows: new Map(),
    payments: new Map(),
    subscriptions: new Map(),
    goneResets: new Set(),
    languages: new Map(),
    subscribers: new Set(),
    unverified: new Set([agreementFacts.ownerId ?? 0]),
    disabled: new Set(),
    newAddresses: new Map(),
    presentAddresses: new Map(),
    addressQuestions: [],
    verified: new Map(),
    own: new Set(),
    isCancellationKnown: true,
    isAway: false,
    checks: [],
    refusals: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

function tell(api: InternalApi, what: string, id: string): object | null {
  const known = api.agreements.get(id);
  switch (what) {
    case 'agreements':
      return { ...agreementFacts, agreementId: id, ...addresses(id), ...known };
    case 'agreements/sealed-files':
      return {
        certificate: sealedFiles.certificate.toString('base64'),
        transcript: sealedFiles.transcript.toString('base64'),
      };
    case 'agreements/owner':
      return known ? { ownerId: known.ownerId ?? null, status: known.status ?? 'pending' } : null;
    case 'agreements/codes':
      return { ...codeFacts, expiresAt: '2099-01-01T00:00:00.000Z' };
    case 'agreements/log':
      return {
        actor: 'admin:3',
        type: 'admin-downloaded-audio',
        detail: { reason: actFacts.reason },
        at: actFacts.at,
      };
    case 'transcripts':
      return { ...transcriptFacts, ...api.transcripts.get(id) };
    case 'payments':
      return { ...paymentFacts, paymentId: id, ...api.payments.get(id) };
    case 'payments/agreements':
      return { isOver: api.isCancellationKnown, credit: api.isCancellationKnown ? creditFacts : null };
    case 'payments/coverage':
      return { coveredBy: api.subscribers.has(Number(id)) ? 'subscription' : null, until: null };
    case 'subscriptions':
      return api.subscriptions.get(id) ?? null;
    case 'held-payments':
      return { ...escrowFacts, escrowId: id, ...api.escrows.get(id) };
    case 'users':
      return {
        id: Number(id),
        language: api.languages.get(userEmail(Number(id))) ?? 'en',
        hasSubscription: api.subscribers.has(Number(id)),
        username: id === '3' ? 'Grace Admin' : 'Anna Weber',
        email: api.newAddresses.get(Number(id)) ?? userEmail(Number(id)),
        isEmailVerified: !api.unverified.has(Number(id)),
        isDisabled: api.disabled.has(Number(id)),
      };
    case 'account-changes':
      return { ...changeFacts, email: `new-${id}@people.test`, oldEmail: `old-${id}@people.test` };
    case 'dead-letters':
      return { ...deadLetterFacts, id };
    case 'jobs':
      return { ...jobFacts, id };
    case 'users/address-verification':
      return {
        ...addressVerificationFacts,
        email: userEmail(Number(id)),
        expiresAt: '2099-01-01T00:00:00.000Z',
      };
    case 'address-verifications':
      return {
        ...addressVerificationFacts,
        email: api.verified.get(id) ?? `new-${id}@people.test`,
        isOwn: api.own.has(api.verified.get(id) ?? ''),
        expiresAt: '2099-01-01T00:00:00.000Z',
      };
    case 'password-resets':
      return { ...resetFacts, email: `reset-${id}@people.test`, expiresAt: '2099-01-01T00:00:00.000Z' };
    default:
      return null;
  }
}

/** Every contract has addresses of its own, so that each test can tell its mails. */
export function addresses(agreementId: string) {
  return {
    partyA: { name: 'Anna Weber', email: `anna-${agreementId}@people.test` },
    partyB: { name: 'Bob Miller', email: `bob-${agreementId}@people.test` },
  };
}

export const userEmail = (userId: number): string => `user-${userId}@people.test`;
