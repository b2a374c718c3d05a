import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ssc-imports-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Names of the rules that files with these contents break. */
function broken(files: Record<string, string>): string[] {
  for (const [name, content] of Object.entries({ 'tsconfig.json': '{}', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const config = join(root, '.dependency-cruiser.cjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cruiser, '--config', config, '--output-type', 'json', 'services'],
    { cwd: folder, encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort();
}

const store = { 'services/payments/src/escrow/escrow.store.ts': 'export class Store {}\n' };
const module = {
  'services/payments/src/escrow/escrow.module.ts': "export { Store } from './escrow.store.js';\n",
};

it('a feature is imported by its module', () => {
  const ledger = "import { Store } from '../escrow/escrow.module.js';\nexport const store = new Store();\n";
  expect(broken({ ...store, ...module, 'services/payments/src/ledger/ledger.ts': ledger })).toEqual([]);
});

it.each(['import', 'import type'])('%s of a file inside another feature is refused', (statement) => {
  const ledger = `${statement} { Store } from '../escrow/escrow.store.js';\nexport let store: Store;\n`;
  expect(broken({ ...store, 'services/payments/src/ledger/ledger.ts': ledger })).toEqual([
    'features-by-their-modules',
  ]);
});

it('a circle of types is refused', () => {
  const files = {
    'services/auth/src/users/a.ts': "import type { B } from './b.js';\nexport interface A { b: B }\n",
    'services/auth/src/users/b.ts': "import type { A } from './a.js';\nexport interface B { a: A }\n",
  };
  expect(broken(files)).toEqual(['no-cycles']);
});

it('a service that imports a service is refused', () => {
  const files = {
    'services/auth/src/users/a.ts':
      "import { Store } from '../../../payments/src/escrow/escrow.module.js';\nexport const store = new Store();\n",
  };
  expect(broken({ ...store, ...module, ...files })).toEqual(['service-not-to-service']);
});
