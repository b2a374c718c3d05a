import {
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  Event,
  handleWhen,
  type IBreaker,
} from 'cockatiel';
import type { Logger } from 'pino';
import { SpeechEngineError } from '../speech-engine.js';

export interface CircuitOptions {
  /** Milliseconds over which calls are counted; default one minute. */
  windowMs?: number;
  /** Fewer calls in the window open nothing; default 10. */
  leastCalls?: number;
  /** Milliseconds after which one call is let through to see; default 30 seconds. */
  halfOpenAfterMs?: number;
}

/** Of the calls in the window. */
const FAILED_SHARE = 0.5;

/**
 * Stops asking a service that is down. After half of the calls failed, further ones fail at once until one that is
 * let through succeeds. A recording that the service refuses is no sign of an outage.
 */
export class Circuit {
  private readonly policy: CircuitBreakerPolicy;
  private readonly halfOpenAfterMs: number;
  /** By the clock that nobody puts back; in milliseconds. */
  private openedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly service: string,
    options: CircuitOptions = {},
    logger?: Pick<Logger, 'info' | 'error'>,
  ) {
    const { windowMs = 60_000, leastCalls = 10, halfOpenAfterMs = 30_000 } = options;
    this.halfOpenAfterMs = halfOpenAfterMs;
    const breaker = new RecentCallsBreaker({ windowMs, leastCalls, failedShare: FAILED_SHARE });
    this.policy = circuitBreaker(
      handleWhen((error) => error instanceof SpeechEngineError && error.code !== 'rejected'),
      // Cockatiel counts by the machine's clock, which may be put back: it always lets the next call through, and none is
      // given to it while the circuit is open.
      { breaker, halfOpenAfter: Number.NEGATIVE_INFINITY },
    );
    this.policy.onBreak((reason) => {
      this.openedAt = performance.now();
      logger?.error({ service, err: 'error' in reason ? reason.error : undefined }, 'circuit opened');
    });
    this.policy.onReset(() => logger?.info({ service }, 'circuit closed'));
  }

  /** Whether a call would fail without having been made. */
  get isOpen(): boolean {
    return (
      this.policy.state === CircuitState.Open && performance.now() < this.openedAt + this.halfOpenAfterMs
    );
  }

  /** @throws SpeechEngineError `unavailable`, without a call, while the circuit is open; else what the call throws. */
  async run<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    while (this.policy.state === CircuitState.HalfOpen) await this.trialEnds(signal);
    if (this.isOpen) {
      throw new SpeechEngineError('unavailable', true, `${this.service} fails too often to be asked now`, {
        retryAfterMs: Math.ceil(this.openedAt - performance.now() + this.halfOpenAfterMs),
      });
    }
    return this.policy.execute(call);
  }

  private async trialEnds(signal: AbortSignal): Promise<void> {
    await Event.toPromise(this.policy.onStateChange, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

interface Call {
  /** By the clock that nobody puts back; in milliseconds. */
  at: number;
  hasFailed: boolean;
}

interface RecentCallsOptions {
  windowMs: number;
  /** Fewer calls in the window open nothing. */
  leastCalls: number;
  /** Of the calls in the window, 0..1. */
  failedShare: number;
}

/**
 * Opens a circuit when too many of the recent calls failed. Cockatiel's own SamplingBreaker forgets by the number of
 * calls: when calls are rare, it still counts failures of hours ago.
 */
class RecentCallsBreaker implements IBreaker {
  state: unknown;
  private calls: Call[] = [];

  constructor(private readonly options: RecentCallsOptions) {}

  success(state: CircuitState): void {
    if (state === CircuitState.HalfOpen) this.calls = [];
    this.remember(false);
  }

  /** @returns whether the circuit is to open. */
  failure(state: CircuitState): boolean {
    this.remember(true);
    if (state !== CircuitState.Closed) return true;
    const { leastCalls, failedShare } = this.options;
    const failed = this.calls.filter((call) => call.hasFailed).length;
    return this.calls.length >= leastCalls && failed >= failedShare * this.calls.length;
  }

  private remember(hasFailed: boolean): void {
    const at = performance.now();
    this.calls = this.calls.filter((call) => at - call.at < this.options.windowMs);
    this.calls.push({ at, hasFailed });
  }
}
