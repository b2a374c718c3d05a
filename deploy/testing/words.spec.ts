import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Metaphors that once were names: docs/glossary.md has the words of the field for what they meant. */
const RETIRED = /\b\w*(?:Desk|Knock|Bell\b|Happening|Purse|Deeds?\b|Doors?\b|News\b)\w*/;
/** Words that hold one of them by chance. */
const CHANCE = /Newsreader/g;

it('no name is a metaphor', () => {
  const files = execFileSync('git', ['ls-files', '--', 'services', 'libs', 'stand-ins', 'web/src', 'bench'])
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\/(i18n|knowledge|texts)\//.test(file));
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
      .map((line) => RETIRED.exec(line.replace(/(['"`]).*?\1/g, '').replace(CHANCE, ''))?.[0])
      .filter((name) => name !== undefined)
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

it('no file is named by a metaphor', () => {
  const files = execFileSync('git', ['ls-files', '--', 'services', 'libs', 'stand-ins', 'web/src', 'e2e'])
    .toString()
    .split('\n');
  const words = /(^|[-./])(desk|knock|bell|news|happenings?|purse|deeds?|doors?|neighbours?|takes?)([-.]|$)/;
  expect(files.filter((file) => words.test(file.split('/').at(-1) ?? ''))).toEqual([]);
});
