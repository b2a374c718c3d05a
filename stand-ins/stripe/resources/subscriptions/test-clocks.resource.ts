import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiContext, ApiRoute } from '../../api.route.js';
import { pageReader } from '../../list.view.js';
import { newId } from '../../object-ids.js';
import { idOf } from '../charges.resource.js';
import { advanceClock } from './billing.cycle.js';

const KEPT_S = 30 * 86_400;

function clockAt(id: string, { store }: ApiContext): Stripe.TestHelpers.TestClock {
  const clock = store.in('test_clocks').get(id);
  if (clock === undefined) throw errors.notFound('testclock', id);
  return clock;
}

function requiredTime(value: number | undefined): number {
  if (value === undefined) throw errors.missingParam('frozen_time');
  return value;
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/test_helpers/test_clocks',
  prepare({ params, origin }, { store, events, now }) {
    const frozenTime = requiredTime(params.integer('frozen_time'));
    const name = params.text('name', 300) ?? null;
    return () => {
      const clock: Stripe.TestHelpers.TestClock = {
        id: newId('clock'),
        object: 'test_helpers.test_clock',
        created: now(),
        deletes_after: now() + KEPT_S,
        frozen_time: frozenTime,
        livemode: false,
        name,
        status: 'ready',
        status_details: {},
      };
      events.emit('test_helpers.test_clock.created', store.in('test_clocks').put(clock), origin);
      return clock;
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/test_helpers/test_clocks/:id',
  prepare: (call, context) => () => clockAt(call.id, context),
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/test_helpers/test_clocks',
  prepare(call, { store }) {
    const page = pageReader(call);
    return () => page(store.in('test_clocks').newestFirst());
  },
};

/**
 * Stripe answers `advancing` and works on; a caller asks until the clock is `ready`. Here all of it has happened when
 * the answer leaves, but the answer is Stripe's, so that callers learn to ask.
 */
const advance: ApiRoute = {
  method: 'POST',
  path: '/v1/test_helpers/test_clocks/:id/advance',
  prepare({ id, params, origin }, context) {
    const target = requiredTime(params.integer('frozen_time'));
    return () => {
      const before = clockAt(id, context);
      if (target <= before.frozen_time) {
        throw errors.invalid(
          'frozen_time',
          `You can only advance a test clock to a time after its current frozen time (${before.frozen_time}).`,
          'test_clock_cannot_advance',
        );
      }
      const advancing: Stripe.TestHelpers.TestClock = {
        ...before,
        status: 'advancing',
        status_details: { advancing: { target_frozen_time: target } },
      };
      context.events.emit('test_helpers.test_clock.advancing', advancing, origin);
      advanceClock(id, target, context);
      context.events.emit('test_helpers.test_clock.ready', clockAt(id, context), origin);
      return advancing;
    };
  },
};

/** A clock takes its customers and their subscriptions with it. */
const del: ApiRoute = {
  method: 'DELETE',
  path: '/v1/test_helpers/test_clocks/:id',
  prepare: (call, context) => () => {
    const { store, events } = context;
    const clock = clockAt(call.id, context);
    for (const name of ['subscriptions', 'customers'] as const) {
      const members = store.in(name).newestFirst() as (Stripe.Subscription | Stripe.Customer)[];
      for (const member of members) {
        if (idOf(member.test_clock ?? null) === clock.id) store.in(name).delete(member.id);
      }
    }
    store.in('test_clocks').delete(clock.id);
    events.emit('test_helpers.test_clock.deleted', clock, call.origin);
    return { id: clock.id, object: clock.object, deleted: true };
  },
};

export const testClockRoutes: readonly ApiRoute[] = [create, retrieve, list, advance, del];
