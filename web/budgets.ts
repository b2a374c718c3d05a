import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** In kB (1000 bytes) as the gateway sends them. */
export const FIRST_ROUTE_KB = 85;
export const ANY_ROUTE_KB = 153;
const CSS_KB = 20;

/**
 * What each route may load before it can be drawn: all JavaScript that its file imports, and what every page loads
 * first. A few kB above what it takes today, so that growth is noticed by whoever causes it.
 */
export const ROUTE_BUDGETS_KB: Readonly<Record<string, number>> = {
  home: FIRST_ROUTE_KB,
  'admin-login': 100,
  admin: 118,
  checkout: 128,
  confirm: 120,
  contact: 102,
  'create-contract': 144,
  dashboard: 153,
  escrow: 151,
  'file-unavailable': 82,
  login: 100,
  'mail-language': 98,
  'not-found': 86,
  policy: 84,
  profile: 104,
  receipts: 100,
  'record-voice-deal': 145,
  record: 145,
  'remote-contract': 140,
  'reset-password': 102,
  signup: 107,
  subscribe: 129,
  verify: 112,
  'verify-address': 100,
};

/** A file of the build, as far as its size matters. */
export type Output =
  | {
      type: 'chunk';
      code: string;
      imports: readonly string[];
      moduleIds: readonly string[];
      isEntry: boolean;
    }
  | { type: 'asset'; source: string | Uint8Array };

interface SizeRow {
  name: string;
  kB: number;
  /** Undefined for a route that is not in the table. */
  budgetKb: number | undefined;
}

const SCREEN_FILE = /\/src\/[\w/-]+\/([\w-]+)\.screen\.tsx$/;
const BYTES_PER_KB = 1000;

/** Where every page begins, and the file in which each screen is. */
function partsOf(outputs: Readonly<Record<string, Output>>): {
  entries: string[];
  screens: { route: string; name: string }[];
} {
  // A chunk's fields are getters: it is passed on as it is, never copied.
  const chunks = Object.entries(outputs).flatMap(([name, output]) =>
    output.type === 'chunk' ? [{ name, chunk: output }] : [],
  );
  const entries = chunks.filter(({ chunk }) => chunk.isEntry).map(({ name }) => name);
  const screens = chunks.flatMap(({ name, chunk }) =>
    chunk.moduleIds.flatMap((id) => {
      const route = SCREEN_FILE.exec(id)?.[1];
      return route === undefined ? [] : [{ route, name }];
    }),
  );
  return { entries, screens };
}

/** Screen → what it imports and no page loads anyway, as addresses. */
export function filesOfScreens(outputs: Readonly<Record<string, Output>>): Record<string, string[]> {
  const { entries, screens } = partsOf(outputs);
  const everywhere = withImports(entries, outputs);
  return Object.fromEntries(
    screens.map(({ route, name }) => {
      const own = [...withImports([name], outputs)].filter((file) => !everywhere.has(file));
      return [route, own.map((file) => `/${file}`).sort()];
    }),
  );
}

/** What each route costs, and all style sheets together. */
export function measure(outputs: Readonly<Record<string, Output>>): SizeRow[] {
  const costs = new Map<string, number>();
  const cost = (name: string): number => {
    const known = costs.get(name);
    if (known !== undefined) return known;
    const output = outputs[name];
    const bytes = output ? compressedBytes(output.type === 'chunk' ? output.code : output.source) : 0;
    costs.set(name, bytes);
    return bytes;
  };
  const sum = (names: Iterable<string>): number =>
    [...names].reduce((total, name) => total + cost(name), 0) / BYTES_PER_KB;

  const { entries, screens } = partsOf(outputs);
  const rows = screens.map(({ route, name }) => ({
    name: route,
    kB: sum(withImports([...entries, name], outputs)),
    budgetKb: ROUTE_BUDGETS_KB[route],
  }));
  const styles = Object.keys(outputs).filter((name) => name.endsWith('.css'));
  return [
    ...rows.sort((one, other) => one.name.localeCompare(other.name)),
    { name: 'style sheets', kB: sum(styles), budgetKb: CSS_KB },
  ];
}

/** Why the build must not go out; empty when everything fits. */
export function complaints(rows: readonly SizeRow[]): string[] {
  const built = new Set(rows.map(({ name }) => name));
  const missing = Object.keys(ROUTE_BUDGETS_KB).filter((route) => !built.has(route));
  return [
    ...rows.flatMap(({ name, kB, budgetKb }) => {
      if (budgetKb === undefined) return [`${name} has no budget: give it one in web/budgets.ts`];
      return kB > budgetKb ? [`${name} takes ${kB.toFixed(1)} kB, its budget is ${budgetKb} kB`] : [];
    }),
    ...missing.map((route) => `${route} has a budget but is not built`),
  ];
}

/** Fails the build before anything is written when a route or the style sheets outgrow their budget. */
export function budgets(): Plugin {
  return {
    name: 'budgets',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const rows = measure(bundle as unknown as Readonly<Record<string, Output>>);
        const lines = rows.map(
          ({ name, kB, budgetKb }) =>
            `  ${name.padEnd(20)}${kB.toFixed(1).padStart(7)}${String(budgetKb ?? '?').padStart(7)}`,
        );
        this.info(
          `kB to load, after brotli\n  ${'route'.padEnd(20)}${'takes'.padStart(7)}${'budget'.padStart(7)}\n${lines.join('\n')}`,
        );
        const problems = complaints(rows);
        if (problems.length > 0) this.error(`Too much to load:\n  ${problems.join('\n  ')}`);
      },
    },
  };
}

/** A file and everything that it imports before it runs. */
function withImports(names: readonly string[], outputs: Readonly<Record<string, Output>>): Set<string> {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const output = outputs[name];
    if (output?.type === 'chunk') waiting.push(...output.imports);
  }
  return found;
}

function compressedBytes(content: string | Uint8Array): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(content, { params }).length;
}
