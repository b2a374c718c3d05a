import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');
/** Every file's path and every end of it that begins with a name: `b/c.ts` and `c.ts` for `a/b/c.ts`. */
const known = new Set(
  files.flatMap((file) => {
    const names = file.split('/');
    return names.map((_name, at) => names.slice(at).join('/'));
  }),
);

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })].sort();

/** `services/x/y.ts`, or the end of such a path; patterns such as `*.spec.ts` and `<name>.ts` are none. */
function filesNamedIn(text: string): string[] {
  const named = text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|json|md|txt))`/g);
  return [...named].map(([, path = '']) => path).filter((path) => !/^\.|(^|\/)X\./.test(path));
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8');

  it('names files that exist', () => {
    expect(filesNamedIn(text).filter((path) => !known.has(path))).toEqual([]);
  });

  it('links to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
    const dead = links.filter(([, path = '', heading]) => {
      const target = path === '' ? join(root, document) : join(root, dirname(document), path);
      return !existsSync(target) || (heading !== undefined && !headingsOf(target).includes(heading));
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });
});

it('the restore in containers that the documents show starts its servers, and no service, on a new machine', () => {
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const lines = [...operations.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*/, ''));
  const at = (command: RegExp): number => lines.findIndex((line) => command.test(line));
  const [image, withPrograms, servers, restore, services] = [
    /^docker compose --profile full build migrate$/,
    /^docker build -t ssc-backup /,
    /^docker compose --profile full up -d --wait postgres redis rabbitmq objects$/,
    /dist\/deploy\/backup\/restore\.js \/backups\/….tar.age$/,
    /^docker compose --profile full up -d --wait;/,
  ].map(at);
  expect([image, withPrograms, servers, restore, services].includes(-1)).toBe(false);
  const order = [image, withPrograms, servers, restore, services].map(Number);
  expect(order).toEqual([...order].sort((one, other) => one - other));
});

it('the monthly drill that the documents ask for reaches nothing that production uses', () => {
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  expect(operations).toMatch(/once a month, \[as a drill\]\(#a-drill\)/);
  const drill = /^### A drill\n([\s\S]*?)\n\|/m.exec(operations)?.[1] ?? '';
  expect(drill).toContain('`ALLOW_SANDBOX="no money moves"`');
  const left = /no `PROFILE`([\s\S]*?)\./.exec(drill)?.[1] ?? '';
  for (const name of [
    'STRIPE_',
    'SMTP_URL',
    'S3_ENDPOINT',
    'S3_BUCKET',
    'OPENAI_',
    'TIMESTAMP_AUTHORITY_URL',
  ])
    expect([name, left.includes(`\`${name}`)]).toEqual([name, true]);
});

/** As links to them are written. */
function headingsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}
