import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What tests are written in, and what starts them. */
const FILES = [
  '*.spec.ts',
  '*.spec.tsx',
  '*.browser.ts',
  'e2e',
  // In a pathspec a star stands for folders, too.
  'services/*/test/*',
  'libs/*/test/*',
  'libs/testing',
  'web/src/testing',
  'stand-ins',
];
const STARTERS = [
  'jest.config.mjs',
  'package.json',
  'Makefile',
  '.ci/run',
  'e2e/*.config.ts',
  'deploy/testing',
];

interface Rule {
  says: string;
  where: string[];
  breaks: RegExp;
  /** Lines that break it and may, each with its reason. */
  except?: Record<string, string>;
}

const RULES: Rule[] = [
  {
    says: 'nothing is tried again, and no process is ended by force',
    where: [...FILES, ...STARTERS],
    breaks: /retryTimes|retries:\s*[^0\s]|--retries|forceExit|passWithNoTests/,
    except: {
      'deploy/testing/suites.spec.ts': 'proves that the suites are started without',
    },
  },
  {
    says: 'random input comes from the seed',
    where: FILES,
    breaks: /Math\.random|(?!TEST_)\b[A-Z]+_SEED\b/,
  },
  {
    says: 'nothing waits for a fixed time but in letTimePass, with its reason',
    where: FILES,
    breaks:
      /waitForTimeout|(?<![.\w])sleep\(\s*\d|setTimeout\((?:resolve|done|next|r),\s*\d{2,}|\((\w+)\) =>\s+setTimeout\(\1,\s*\d{2,}/,
    except: {
      'libs/testing/src/servers/native-server.ts': 'asks again until a server answers, or has ended',
      'libs/platform/test/test-service.ts': 'asks again until it is so',
      'libs/media/src/test/processes.ts': 'asks again until the process is there',
      'libs/testing/src/journey/journey.ts': 'asks again as a person would',
      'e2e/browser/recorder/recorder.browser.ts': 'measures the level of the sound twenty times in a second',
      'e2e/measure/press.ts': 'lets a page come to rest before it is measured',
    },
  },
];

function tracked(patterns: string[]): string[] {
  const names = execFileSync('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...patterns,
  ]);
  return names
    .toString()
    .split('\n')
    .filter((name) => /\.(tsx?|mjs|json)$|Makefile|\.ci/.test(name));
}

/** Lines of code that break a rule; comments may speak of it. */
function breaking({ where, breaks, except = {} }: Rule): string[] {
  return tracked(where)
    .filter((file) => file !== 'deploy/testing/rules.spec.ts' && !(file in except))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
        .filter(({ line }) => breaks.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
        .map(({ line, at }) => `${at} ${line.trim()}`),
    );
}

describe('tests never lie', () => {
  it.each(RULES.map((rule) => [rule.says, rule] as const))('%s', (_, rule) => {
    expect(breaking(rule)).toEqual([]);
  });

  it.each([...FILES, ...STARTERS])('%s finds files', (pattern) => {
    expect(tracked([pattern])).not.toEqual([]);
  });

  it.each(
    RULES.flatMap(({ except, ...rule }) => Object.keys(except ?? {}).map((file) => [file, rule] as const)),
  )('the exception of %s is needed', (file, rule) => {
    expect(breaking(rule).filter((line) => line.startsWith(`${file}:`))).not.toEqual([]);
  });
});
