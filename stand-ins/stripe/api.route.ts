import type { EventLog, RequestOrigin } from './event.log.js';
import type { Params } from './request.params.js';
import type { StateStore } from './state.store.js';
import type { WebhookSender } from './webhook.sender.js';

/** What a refund can be. Stripe counts all but the last two as gone from its charge. */
export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

/** A POST to `path` that is answered with 500, carried out or not. */
export interface Failure {
  path: string;
  isCarriedOut: boolean;
}

/** What every operation works with. */
export interface ApiContext {
  readonly store: StateStore;
  readonly events: EventLog;
  readonly webhooks: WebhookSender;
  /** Epoch seconds. */
  readonly now: () => number;
  /** Own address, for links in replies. */
  readonly baseUrl: () => string;
  /** What the payers' banks do from now on. */
  readonly bank: { refundStatus: RefundStatus };
  /** Whether the platform's balance has nothing left to refund from. */
  readonly balance: { isEmpty: boolean };
  /** Which keys are taken. */
  readonly keys: { areRefused: boolean };
  /** What fails the next time that it is asked for. */
  readonly failures: Failure[];
}

/** One authenticated request. */
export interface ApiCall {
  readonly params: Params;
  /** The `:id` of the path; empty where the path has none. */
  readonly id: string;
  readonly path: string;
  readonly origin: RequestOrigin;
  /** Made with a publishable key, as a browser does. */
  readonly isClient: boolean;
  /** The connected account of the `Stripe-Account` header; null for the platform itself. */
  readonly account: string | null;
}

/**
 * One operation of the API. `prepare` reads and checks the parameters; what it returns carries the operation out.
 * The line between the two is Stripe's: a refusal in `prepare` is not kept under the idempotency key, one in the
 * execution is.
 */
export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Allowed with a publishable key and the object's client secret. */
  readonly allowsClients?: boolean;
  /** Can be carried out in the name of a connected account; other routes refuse the header. */
  readonly servesAccounts?: boolean;
  prepare(call: ApiCall, context: ApiContext): () => object;
}
