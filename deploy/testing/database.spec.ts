import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');

/** SQL statements in the sources of the services and their libraries. A commit that raises it says why. */
const AT_MOST = 57;

/** Where they stand: one repository for each feature, and the files of the platform that others build on. */
const isAllowed = (file: string): boolean =>
  file.endsWith('.repository.ts') ||
  /^libs\/platform\/src\/(database|advisory-locks|prune-rows|standstill)\.ts$/.test(file);

/** Rooms with one statement or two have no repository: it stands where it is used, with its reason. */
const IN_PLACE: readonly string[] = [
  'services/agreements/src/event-log/event-log.ts',
  'services/agreements/src/event-log/log-seal.ts',
  'services/agreements/src/seals/seal-orders.ts',
  'services/payments/src/agreements/cancelled-agreements.ts',
  'services/payments/src/ledger/ledger.ts',
  'services/payments/src/stripe/find-missed-events.schedule.ts',
];

/** Each call that gives SQL to the database, as `file:line`. Migrations are SQL by their nature. */
function statements(): string[] {
  const files = globSync(['services/*/src/**/*.ts', 'libs/*/src/**/*.ts'], { cwd: root })
    .filter((file) => !/\.spec\.ts$|\/test\/|\/migrations\/|^libs\/testing\//.test(file))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return /query/i.test(text) ? statementsOf(file, text) : [];
  });
}

/** A call of `query` on whatever connects to a database, or of `hotQuery`; arguments that are no text are the driver's. */
function statementsOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isStatement(node)) {
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isStatement({ expression, arguments: [first] }: ts.CallExpression): boolean {
  if (ts.isIdentifier(expression)) return expression.text === 'hotQuery';
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'query') return false;
  return first !== undefined && !ts.isObjectLiteralExpression(first) && !ts.isSpreadElement(first);
}

it('counts what asks the database in SQL, and nothing else', () => {
  const text = `
    await manager.query<Row[]>(\`select 1\`, [id]);
    await hotQuery(dataSource, 'name', 'select 1', []);
    await runner
      .query(KEEP);
    await pool.query({ name, text, values });
    return super.query(...args);
    manager.createQueryBuilder().where('x');
    class Client { query(sql: string) {} }
    // manager.query('select 1')`;
  expect(statementsOf('a.ts', text)).toEqual(['a.ts:2', 'a.ts:3', 'a.ts:4']);
});

it(`no more than ${AT_MOST} statements are SQL`, () => {
  const found = statements();
  expect(found.length).toBeLessThanOrEqual(AT_MOST);
  // Otherwise nothing was looked for.
  expect(found.some((place) => place.startsWith('libs/outbox/src/outbox.repository.ts:'))).toBe(true);
});

it('SQL stands in repositories', () => {
  const elsewhere = new Set(
    statements()
      .map((place) => place.slice(0, place.lastIndexOf(':')))
      .filter((file) => !isAllowed(file)),
  );
  expect([...elsewhere]).toEqual(IN_PLACE);
});
