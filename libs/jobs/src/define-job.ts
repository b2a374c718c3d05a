import type { Dependency } from '#platform';

/** A kind of long work. Its payload holds ids only: Redis keeps it in clear text. */
export interface JobDefinition<Payload extends object = object> {
  readonly name: string;
  /** How often it is tried in all. */
  readonly attempts: number;
  /** First wait between attempts in milliseconds; it doubles, with jitter, up to two minutes. */
  readonly backoffMs: number;
  /** How many run at once in one process. */
  readonly concurrency: number;
  /**
   * Dependencies whose outages cost attempts all the same, because after some tries people are better served by an
   * answer than by waiting. An outage of anything else costs none.
   */
  readonly counts: readonly Dependency[];
  /**
   * Of the jobs whose payload has the same `lane`, one runs at a time, so that whoever brings many does not hold up the
   * others. Those without a lane do not wait for each other.
   */
  readonly hasLanes: boolean;
  /**
   * Whether support gets a mail when every attempt has failed. Not for a job whose failure is told to people in another
   * way, or may come with what they bring.
   */
  readonly isFailureTold: boolean;
  /** Only for the type. */
  readonly payload?: Payload;
}

const NAME = /^[a-z]+(-[a-z]+)+$/;

/** Declares a job; the name is imperative, such as `transcribe-recording`. */
export function defineJob<Payload extends object>(
  name: string,
  options: {
    attempts?: number;
    backoffMs?: number;
    concurrency?: number;
    counts?: readonly Dependency[];
    hasLanes?: boolean;
    isFailureTold?: boolean;
  } = {},
): JobDefinition<Payload> {
  if (!NAME.test(name)) throw new Error(`Job name ${name} is not imperative kebab-case`);
  const { attempts = 5, backoffMs = 1000, concurrency = 2, counts = [] } = options;
  const { hasLanes = false, isFailureTold = true } = options;
  return { name, attempts, backoffMs, concurrency, counts, hasLanes, isFailureTold };
}

/** How fast jobs are looked after. Milliseconds. */
export interface JobPace {
  /** How long a worker owns a job without renewing. Shorter than the queue's own stalled check. */
  readonly leaseMs: number;
  /** Between two looks at the rows for what the queue has forgotten. */
  readonly reconcileEveryMs: number;
  /** How long a job may be due before such a look puts it into the queue again. */
  readonly idleAfterMs: number;
  /** A Redis that lost everything gets its schedules back after this. */
  readonly renewSchedulesMs: number;
}

export const USUAL_PACE: JobPace = {
  leaseMs: 10_000,
  reconcileEveryMs: 3000,
  idleAfterMs: 2000,
  renewSchedulesMs: 10_000,
};
