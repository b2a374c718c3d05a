/**
 * The way of a mail as a model: from the transaction that makes it due to the mail server's answer, in the steps in
 * which the code does it, with every process, connection and server dying between any two of them, any number of times.
 * All states that can be reached are looked at. The steps are those of `OutboxRelay.runOnce`, `TopicStrategy.attempt`,
 * `Inbox.once` with `MailsService.queue`, `Jobs.reconcile`, `JobRunner.attempt` and `SendMailJob.run`; that the code
 * takes them in this order is proven by the deep tests that kill processes.
 */

interface State {
  /** The event has its row in the outbox; the transaction that wrote it made the mail due. */
  isInOutbox: boolean;
  relay: 'idle' | 'claimed' | 'published';
  /** Copies of the event in the queue; two stand for many. */
  queued: number;
  handler: 'idle' | 'received' | 'committed';
  /** Inbox row, mail row and job row, which are of one transaction. */
  isOwed: boolean;
  job: 'none' | 'open' | 'leased' | 'done';
  isInRedis: boolean;
  worker: 'idle' | 'claimed' | 'sent';
  /** How often the mail server has taken it; two stand for many. */
  taken: number;
}

type Step = (state: State) => Partial<State> | null;
type Steps = Record<string, Step>;

const DUE: State = {
  isInOutbox: true,
  relay: 'idle',
  queued: 0,
  handler: 'idle',
  isOwed: false,
  job: 'none',
  isInRedis: false,
  worker: 'idle',
  taken: 0,
};
const more = (count: number): number => Math.min(count + 1, 2);

const steps: Steps = {
  'the relay claims the row': (s) => (s.isInOutbox && s.relay === 'idle' ? { relay: 'claimed' } : null),
  'the relay publishes': (s) =>
    s.relay === 'claimed' ? { relay: 'published', queued: more(s.queued) } : null,
  'the relay deletes the row': (s) => (s.relay === 'published' ? { relay: 'idle', isInOutbox: false } : null),
  'the broker delivers': (s) =>
    s.queued > 0 && s.handler === 'idle' ? { handler: 'received', queued: s.queued - 1 } : null,
  'the handler commits': (s) => {
    if (s.handler !== 'received') return null;
    return s.isOwed ? { handler: 'committed' } : { handler: 'committed', isOwed: true, job: 'open' };
  },
  'the handler acknowledges': (s) => (s.handler === 'committed' ? { handler: 'idle' } : null),
  'the reconciler fills the queue': (s) => (s.job === 'open' && !s.isInRedis ? { isInRedis: true } : null),
  'the worker claims the job': (s) =>
    s.isInRedis && s.worker === 'idle' && s.job === 'open' ? { job: 'leased', worker: 'claimed' } : null,
  'a lease that nobody renews ends': (s) =>
    s.job === 'leased' && s.worker === 'idle' ? { job: 'open' } : null,
  'the mail server takes the mail': (s) =>
    s.worker === 'claimed' ? { worker: 'sent', taken: more(s.taken) } : null,
  'the worker closes the job': (s) =>
    s.worker === 'sent' ? { worker: 'idle', job: 'done', isInRedis: false } : null,
  'Redis drops what is done': (s) => (s.isInRedis && s.job === 'done' ? { isInRedis: false } : null),
};

const redelivered = (s: State): Partial<State> =>
  s.handler === 'idle' ? {} : { handler: 'idle', queued: more(s.queued) };
const faults: Steps = {
  'the publishing service dies': (s) => (s.relay === 'idle' ? null : { relay: 'idle' }),
  'the notifications service dies': (s) => ({ ...redelivered(s), worker: 'idle' }),
  'the connection to the broker is lost': (s) => (s.handler === 'idle' ? null : redelivered(s)),
  "the broker's confirmation is lost": (s) =>
    s.relay === 'claimed' ? { relay: 'idle', queued: more(s.queued) } : null,
  'Redis loses everything': (s) => (s.isInRedis ? { isInRedis: false } : null),
  'the mail server does not answer': (s) => (s.worker === 'claimed' ? { worker: 'idle', job: 'open' } : null),
  'the answer of the mail server is lost': (s) =>
    s.worker === 'claimed' ? { worker: 'idle', job: 'open', taken: more(s.taken) } : null,
  'the database is away at the commit': (s) => (s.worker === 'sent' ? { worker: 'idle', job: 'open' } : null),
};

const keyOf = (state: State): string => JSON.stringify(Object.values(state));

function after(state: State, some: Steps): State[] {
  return Object.values(some).flatMap((step) => {
    const change = step(state);
    return change === null ? [] : [{ ...state, ...change }];
  });
}

function reachable(all: Steps): Map<string, State> {
  const found = new Map([[keyOf(DUE), DUE]]);
  for (const state of found.values()) {
    for (const next of after(state, all)) if (!found.has(keyOf(next))) found.set(keyOf(next), next);
  }
  return found;
}

/** States in which nothing can go on although the mail was not taken, and those in which it goes on for ever. */
function losses(good: Steps, bad = faults): string[] {
  const ends = new Map<string, boolean>();
  const lost = new Set<string>();
  /** Whether every way on, once the faults are over, comes to an end. */
  const comesToAnEnd = (state: State): boolean => {
    const key = keyOf(state);
    const known = ends.get(key);
    if (known !== undefined) return known;
    // Whoever comes here again before it is known has gone in a circle.
    ends.set(key, false);
    const next = after(state, good).filter((one) => keyOf(one) !== key);
    if (next.length === 0 && state.taken === 0) lost.add(`nothing goes on: ${key}`);
    const all = next.every(comesToAnEnd);
    if (!all) lost.add(`goes on for ever: ${key}`);
    ends.set(key, all);
    return all;
  };
  for (const state of reachable({ ...good, ...bad }).values()) comesToAnEnd(state);
  return [...lost];
}

it('is not lost, wherever and however often something dies', () => {
  expect(reachable({ ...steps, ...faults }).size).toBeGreaterThan(100);
  expect(losses(steps)).toEqual([]);
});

it('goes out once when nothing dies', () => {
  const taken = [...reachable(steps).values()].map((state) => state.taken);
  expect(Math.max(...taken)).toBe(1);
});

const mistakes: Record<string, { steps?: Steps; faults?: Steps }> = {
  'the row is deleted before the event is published': {
    steps: {
      'the relay claims the row': (s) =>
        s.isInOutbox && s.relay === 'idle' ? { relay: 'claimed', isInOutbox: false } : null,
    },
  },
  'the event is acknowledged before its effect is committed': {
    faults: { 'the notifications service dies': () => ({ handler: 'idle', worker: 'idle' }) },
  },
  'the job is closed before the mail is sent': {
    steps: {
      'the worker claims the job': (s) =>
        s.isInRedis && s.worker === 'idle' && s.job === 'open' ? { job: 'done', worker: 'claimed' } : null,
    },
  },
  'nobody fills the queue from the rows': { steps: { 'the reconciler fills the queue': () => null } },
  'a lease lasts for ever': { steps: { 'a lease that nobody renews ends': () => null } },
};

it.each(Object.entries(mistakes))('would be lost if %s', (_what, mistake) => {
  expect(losses({ ...steps, ...mistake.steps }, { ...faults, ...mistake.faults })).not.toEqual([]);
});
