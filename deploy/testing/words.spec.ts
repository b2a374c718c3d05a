import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Metaphors that once were names: docs/glossary.md has the words of the field for what they meant. */
const RETIRED = /\b\w*(?:Desk|Knock|Bell\b|Happening|Purse|Deeds?\b|Doors?\b|News\b)\w*/;
/**
 * Names for which there is one word today. What is stored or sent under one stands in quotes; migrations stay as they are.
 */
const REPLACED = /\b\w*(?:[hH]eldPayment|held_payments|held_payment_(?:id|steps)|(?:min|max)Held)\w*/;
/** Words that hold one of them by chance, and the name of a migration that has run. */
const CHANCE = /Newsreader|HeldPayments1763708400000/g;

/** Where a name stands in the code of a file, outside of quotes and comments. */
function namesIn(file: string, pattern: RegExp): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
    .map((line) => pattern.exec(line.replace(/(['"`]).*?\1/g, '').replace(CHANCE, ''))?.[0])
    .filter((name) => name !== undefined)
    .map((name) => `${file}: ${name}`);
}

const sources = execFileSync('git', [
  'ls-files',
  '--',
  'services',
  'libs',
  'stand-ins',
  'web/src',
  'bench',
  'deploy',
])
  .toString()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\/(i18n|knowledge|texts)\//.test(file));

it('no name is a metaphor', () => {
  const found = sources
    .filter((file) => !file.startsWith('deploy/'))
    .flatMap((file) => namesIn(file, RETIRED));
  expect(found).toEqual([]);
});

it('no name is one that the glossary has replaced', () => {
  const own = /\/migrations[./]|\/words\.spec\.ts$/;
  const found = sources.filter((file) => !own.test(file)).flatMap((file) => namesIn(file, REPLACED));
  expect(found).toEqual([]);
});

it('no file is named by one of them', () => {
  const files = execFileSync('git', ['ls-files', '--', 'services', 'libs', 'stand-ins', 'web/src', 'e2e'])
    .toString()
    .split('\n');
  const words =
    /(^|[-./])(desk|knock|bell|news|happenings?|purse|deeds?|doors?|neighbours?|takes?|held-\w+)([-.]|$)/;
  // Migrations have run, and the golden files of mails are named by their kinds.
  const free = files.filter((file) => !/\/(migrations|golden)\//.test(file));
  expect(free.filter((file) => words.test(file.split('/').at(-1) ?? ''))).toEqual([]);
});
