import { errors } from './api.errors.js';
import type { SavedReply } from './state.records.js';
import type { StateStore } from './state.store.js';

type KeyedRequest = Pick<SavedReply, 'id' | 'endpoint' | 'parameters'>;

const KEPT_SECONDS = 24 * 60 * 60;
const MAX_KEY_LENGTH = 255;

/**
 * Stripe's rules for `Idempotency-Key`: the first executed request decides; the same request gets its reply again,
 * byte for byte; other parameters are refused; a copy that arrives while the first still runs is refused with 409.
 * Requests that fail validation were never executed and leave no trace.
 */
export class IdempotencyKeys {
  private readonly inFlight = new Set<string>();

  constructor(
    private readonly store: StateStore,
    private readonly now: () => number,
  ) {}

  /** The reply to repeat, or undefined when the request has to be executed. */
  find(request: KeyedRequest): SavedReply | undefined {
    if (request.id.length > MAX_KEY_LENGTH) {
      throw errors.malformed(`Idempotency keys can be at most ${MAX_KEY_LENGTH} characters long.`);
    }
    if (this.inFlight.has(request.id)) throw errors.keyInUse(request.id);
    const saved = this.store.in('saved_replies').get(request.id);
    if (saved === undefined) return undefined;
    if (saved.savedAt < this.now() - KEPT_SECONDS) {
      this.store.in('saved_replies').delete(saved.id);
      return undefined;
    }
    if (saved.endpoint !== request.endpoint) throw errors.otherEndpoint(request.id, saved.endpoint);
    if (saved.parameters !== request.parameters) throw errors.otherParameters(request.id);
    return saved;
  }

  begin(key: string): void {
    this.inFlight.add(key);
  }

  /** Keeps the reply and lets copies of the request through to it. */
  finish(request: KeyedRequest, reply: Pick<SavedReply, 'requestId' | 'status' | 'body'>): void {
    this.store.in('saved_replies').put({ ...request, ...reply, savedAt: this.now() });
    this.inFlight.delete(request.id);
  }
}
