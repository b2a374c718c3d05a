import { errors } from './api.errors.js';
import type { ApiCall } from './api.route.js';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

interface Listed {
  id: string;
  created: number;
}

/**
 * Stripe's cursor pages, newest first: `limit`, `starting_after`, `ending_before` and the `created` range.
 * @returns a function that cuts the page out of all objects; `isWanted` filters after the cursor, so that one may
 * point at an object that no longer matches
 */
export function pageReader(
  call: ApiCall,
): <T extends Listed>(newestFirst: readonly T[], isWanted?: (item: T) => boolean) => object {
  const limit = call.params.integer('limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) {
    throw errors.invalid(
      'limit',
      `Invalid integer: limit must be between 1 and ${MAX_LIMIT}`,
      'parameter_invalid_integer',
    );
  }
  const after = call.params.filledText('starting_after');
  const before = call.params.filledText('ending_before');
  const isCreatedInRange = createdFilter(call);

  return (newestFirst, isWanted = () => true) => {
    const matching = (items: typeof newestFirst) =>
      items.filter((item) => isCreatedInRange(item.created) && isWanted(item));
    const indexOf = (id: string, param: string): number => {
      const index = newestFirst.findIndex((item) => item.id === id);
      if (index < 0) throw errors.noSuchReference('object', id, param);
      return index;
    };
    const page = { object: 'list', url: call.path };
    if (before !== undefined) {
      const found = matching(newestFirst.slice(0, indexOf(before, 'ending_before')));
      return { ...page, has_more: found.length > limit, data: found.slice(-limit) };
    }
    const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
    const found = matching(newestFirst.slice(start));
    return { ...page, has_more: found.length > limit, data: found.slice(0, limit) };
  };
}

function createdFilter(call: ApiCall): (created: number) => boolean {
  if (call.params.isText('created')) {
    const exact = call.params.integer('created');
    return (created) => created === exact;
  }
  const range = call.params.hash('created');
  const gt = range?.integer('gt') ?? -1;
  const gte = range?.integer('gte') ?? 0;
  const lt = range?.integer('lt') ?? Number.MAX_SAFE_INTEGER;
  const lte = range?.integer('lte') ?? Number.MAX_SAFE_INTEGER;
  return (created) => created > gt && created >= gte && created < lt && created <= lte;
}
