import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Metaphors that once were names, and words with a better one: docs/glossary.md has those of the field. */
const RETIRED = new RegExp(
  [
    /\b\w*(?:Desk|Knock|Bell\b|Happening|Purse|Deeds?\b|Doors?\b|News\b)\w*/,
    /\b\w*(?:Takes?(?![a-z])|TAKES?(?!N|_BACK))\w*|\btakeId\w*|\b(?:const|let) takes?\b(?! = (?:async )?\()/,
    /\b\w*Manual(?!ly)\w*|\bmanual(?!ly|-)\w*|\bmanual_orders\b/,
    /\b\w*(?:[hH]eldPayment|held_payments|held_payment_(?:id|steps)|(?:min|max)Held)\w*/,
    /\bStripeInbox\b|\b(?:stripe_events|transcript_wishes)\b|\b\w*[cC]ontractCovered\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** Words that hold one of them by chance, and the name of a migration that has run. */
const CHANCE = /Newsreader|HeldPayments1763708400000/g;
/** What the specification calls so. */
const BOUND = /\b(?:manualService|manualTranscription|manual_transcription)\b/g;
/** Where old names are the matter: what was migrated, and what lies in a browser's database. */
const OF_OLD =
  /\/migrations[./]|\/old-names\.int\.spec\.ts$|\/draft-db\.ts$|\/(upload-queue|new-agreement)\.spec\.tsx?$|\/words\.spec\.ts$/;

const sources = (...folders: string[]): string[] =>
  execFileSync('git', ['ls-files', '--', ...folders])
    .toString()
    .split('\n');

it('no name is a metaphor or retired', () => {
  const files = sources('services', 'libs', 'stand-ins', 'web/src', 'bench', 'e2e', 'deploy').filter(
    (file) => /\.tsx?$/.test(file) && !/\/(i18n|knowledge|texts)\//.test(file) && !OF_OLD.test(file),
  );
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
      .map(
        (line) =>
          RETIRED.exec(
            line
              .replace(/(['"`]).*?\1/g, '')
              .replace(CHANCE, '')
              .replace(BOUND, ''),
          )?.[0],
      )
      .filter((name) => name !== undefined)
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

it('no key of a text is retired', () => {
  const keys = sources('web/src/i18n', 'services/notifications/src/mails/texts').flatMap((file) =>
    /\.ts$/.test(file)
      ? [...readFileSync(file, 'utf8').matchAll(/^\s+(\w+):/gm)].map((key) => `${file}: ${key[1]}`)
      : [],
  );
  expect(keys.filter((key) => RETIRED.test(key.replace(BOUND, '')))).toEqual([]);
});

it('no file is named by a metaphor or a retired word', () => {
  const words =
    /(^|[-./])(desk|knock|bell|news|happenings?|purse|deeds?|doors?|neighbours?|takes?|manual|held-\w+)([-.]|$)/;
  // Migrations have run; golden files are named by what events and mails are called outside.
  const isBound = (file: string) => /\/(migrations|golden)\//.test(file);
  const files = sources('services', 'libs', 'stand-ins', 'web/src', 'e2e').filter((file) => !isBound(file));
  expect(files.filter((file) => words.test(file.split('/').at(-1) ?? ''))).toEqual([]);
});
