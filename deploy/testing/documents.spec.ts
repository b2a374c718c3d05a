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
