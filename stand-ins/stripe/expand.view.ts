import { errors } from './api.errors.js';
import { withIncluded } from './resources/invoices/invoice.included.js';
import type { StateStore } from './state.store.js';

type Fields = { [name: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts whole objects in the place of ids, along paths such as `latest_charge` or `data.customer`. */
export function expand(object: object, paths: readonly string[], store: StateStore): object {
  return paths.reduce<object>((result, path) => {
    const expanded = expandPath(result, path.split('.'), path, store);
    return isFields(expanded) ? expanded : result;
  }, object);
}

function expandPath(value: unknown, steps: readonly string[], path: string, store: StateStore): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => expandPath(item, steps, path, store));
  const found = typeof value === 'string' ? (store.find(value) ?? value) : value;
  const [step, ...rest] = steps;
  if (step === undefined || found === null) return found;
  const whole = isFields(found) ? withIncluded(found, step, store) : found;
  if (!isFields(whole) || !(step in whole)) {
    throw errors.invalid('expand', `This property cannot be expanded (${path}).`);
  }
  return { ...whole, [step]: expandPath(whole[step], rest, path, store) };
}
