import { errors } from './api.errors.js';

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

const MAX_DEPTH = 8;

interface Node {
  [name: string]: string | Node;
}

/** Prototype-free, so that a field called `__proto__` is just a field. */
const emptyNode = (): Node => Object.create(null) as Node;

/** `metadata[a][]` → `['metadata', 'a', '']` */
function pathOf(name: string): string[] {
  const head = /^[^[\]]+/.exec(name)?.[0];
  const rest = head === undefined ? '' : name.slice(head.length);
  const parts = [...rest.matchAll(/\[([^[\]]*)\]/g)];
  const isWhole = parts.reduce((length, part) => length + part[0].length, 0) === rest.length;
  if (head === undefined || !isWhole || parts.length > MAX_DEPTH) {
    throw errors.malformed(`Invalid parameter name: ${name}`);
  }
  return [head, ...parts.map((part) => part[1] ?? '')];
}

function insert(root: Node, name: string, value: string): void {
  const path = pathOf(name);
  let node = root;
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(node).length) : part;
    if (depth === path.length - 1) {
      if (typeof node[key] === 'object') throw errors.malformed(`Invalid hash: ${name}`);
      node[key] = value;
      return;
    }
    const next = node[key] ?? emptyNode();
    if (typeof next === 'string') throw errors.malformed(`Invalid hash: ${name}`);
    node[key] = next;
    node = next;
  }
}

function withArrays(node: Node): FormValue {
  const entries = Object.entries(node).map(
    ([key, value]) => [key, typeof value === 'string' ? value : withArrays(value)] as const,
  );
  if (entries.length > 0 && entries.every(([key], index) => key === String(index))) {
    return entries.map(([, value]) => value);
  }
  return Object.assign(emptyNode(), Object.fromEntries(entries));
}

/**
 * Reads Stripe's form encoding, used for bodies and query strings alike: `metadata[order]=7`, `expand[]=a`,
 * `expand[0]=a`. Hashes with the keys 0…n become arrays.
 * @throws StripeApiError 400 for names that cannot be nested
 */
export function parseForm(text: string): FormFields {
  const root = emptyNode();
  for (const [name, value] of new URLSearchParams(text)) insert(root, name, value);
  return Object.assign(
    emptyNode(),
    Object.fromEntries(
      Object.entries(root).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : withArrays(value),
      ]),
    ),
  );
}

/** The same text for the same parameters, whatever their order. */
export function canonicalForm(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalForm).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonicalForm(item)}`).join(',')}}`;
}
