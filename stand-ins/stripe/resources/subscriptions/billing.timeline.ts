import type { ApiContext } from '../../api.route.js';

/** The time of a test clock instead of the stand-in's own. */
export function onClock(clockId: string, context: ApiContext): ApiContext {
  const clocks = context.store.in('test_clocks');
  return { ...context, now: () => clocks.get(clockId)?.frozen_time ?? context.now() };
}

/** The time that a customer lives in: that of its test clock, or the context's. */
export function timelineOf(customerId: string | null, context: ApiContext): ApiContext {
  const customer = customerId === null ? undefined : context.store.in('customers').get(customerId);
  const clockId = customer?.test_clock;
  return typeof clockId === 'string' ? onClock(clockId, context) : context;
}
