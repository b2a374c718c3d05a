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

const ledger = { 'services/payments/src/ledger/ledger.ts': 'export class Ledger {}\n' };
const module = {
  'services/payments/src/ledger/ledger.module.ts': "export { Ledger } from './ledger.js';\n",
};

it('a feature is imported by its module', () => {
  const escrow =
    "import { Ledger } from '../ledger/ledger.module.js';\nexport const ledger = new Ledger();\n";
  expect(broken({ ...ledger, ...module, 'services/payments/src/escrow/escrow.ts': escrow })).toEqual([]);
});

it.each(['import', 'import type'])('%s of a file inside another feature is refused', (statement) => {
  const escrow = `${statement} { Ledger } from '../ledger/ledger.js';\nexport let ledger: Ledger;\n`;
  expect(broken({ ...ledger, 'services/payments/src/escrow/escrow.ts': escrow })).toEqual([
    'features-by-their-modules',
  ]);
});

it.each(['import', 'import type'])('%s of a feature that stands right of it is refused', (statement) => {
  const files = {
    'services/payments/src/escrow/escrow.module.ts': 'export class Escrow {}\n',
    'services/payments/src/ledger/ledger.ts': `${statement} { Escrow } from '../escrow/escrow.module.js';\nexport let escrow: Escrow;\n`,
  };
  expect(broken(files)).toEqual(['rooms-in-order']);
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
      "import { Ledger } from '../../../payments/src/ledger/ledger.module.js';\nexport const ledger = new Ledger();\n",
  };
  expect(broken({ ...ledger, ...module, ...files })).toEqual(['service-not-to-service']);
});
