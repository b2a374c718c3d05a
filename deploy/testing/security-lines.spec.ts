import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isSecretVariable, type Program, programVariables } from '#platform';
import { ownSecrets } from '../image/make-secrets.js';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The cells of the rows of a Markdown table whose first cell fits. */
function rows(text: string, first: RegExp): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  const cells = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells.filter(([cell = '']) => first.test(cell));
}

describe('the security goals', () => {
  const lines = rows(read('docs/security-lines.md'), /^SEC\d+$/);
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `SEC${from + index}`);

  it('are all there, each with a test or with the reason why not', () => {
    const all = [...range(1, 27), ...range(30, 35), ...range(50, 54), ...range(60, 70)];
    expect(lines.map(([line]) => line)).toEqual(all);
    const empty = lines.filter(([, about, tests, why]) => !about || (tests === '–' && why === '–'));
    expect(empty).toEqual([]);
  });

  it.each(lines.filter(([, , tests]) => tests !== '–'))(
    '%s names tests that exist',
    (_line, _about, tests = '') => {
      for (const test of tests.split('<br>')) {
        const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(test) ?? [];
        expect([test, existsSync(join(root, file))]).toEqual([test, true]);
        // As the title of a test or of a table of tests.
        const isThere = ["'", '"', '`'].some((quote) => read(file).includes(quote + title + quote));
        expect([test, isThere]).toEqual([test, true]);
      }
    },
  );
});

describe('the table of secrets', () => {
  const security = read('docs/security.md');
  const services = Object.keys(programVariables) as Program[];

  it('says who holds which, as the processes are given them', () => {
    const names = services.flatMap((service) => [...programVariables[service]]).filter(isSecretVariable);
    const given = [...new Set(names)].sort().map((name) => {
      const holders = services.filter((service) =>
        (programVariables[service] as readonly string[]).includes(name),
      );
      return [name, holders.join(', ')];
    });
    const holds = security.slice(
      security.indexOf('## Who holds which secret'),
      security.indexOf('## Changing a secret'),
    );
    const told = rows(holds, /^`[A-Z0-9_]+`$/).map(([name = '', holders = '']) => [
      name.slice(1, -1),
      holders,
    ]);
    expect(told.sort()).toEqual(given);
  });

  it('says of each secret how it is changed', () => {
    const changing = security.slice(security.indexOf('## Changing a secret'));
    const bare = (name: string) =>
      name.replace(/^.*(_SERVICE_TOKEN_SECRET|_LINK_SECRET|_DATABASE_PASSWORD)$/, '…$1');
    const all = [
      ...ownSecrets.map(bare),
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'OPENAI_API_KEY',
      'SMTP_URL',
    ];
    expect(all.filter((name) => !changing.includes(`\`${name}\``))).toEqual([]);
  });
});
