import { CircuitState, type IBreaker } from 'cockatiel';

interface Call {
  at: number;
  hasFailed: boolean;
}

export interface RecentCallsOptions {
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
export class RecentCallsBreaker implements IBreaker {
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
    const at = Date.now();
    this.calls = this.calls.filter((call) => at - call.at < this.options.windowMs);
    this.calls.push({ at, hasFailed });
  }
}
