import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CallDefinition } from '#contracts';
import * as contracts from '#contracts';
import { callersOf } from '#platform';

const root = resolve(import.meta.dirname, '../..');

/** Calls that no service makes, each with the reason why they are answered all the same. */
const uncalledOnPurpose: Readonly<Record<string, string>> = {
  listMails: 'tells the tests what became of each mail',
};
/** Answered to people, too, at an address of the public API. */
const publicCalls = ['getOwnAgreement'];

const isCall = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'callee' in value && 'path' in value;

/** All calls, by the name under which the contracts export them. */
const calls = new Map(
  Object.entries<unknown>(contracts).flatMap(([name, value]) =>
    isCall(value) ? [[name, value] as const] : [],
  ),
);

interface Source {
  file: string;
  /** `auth`, …, `verify` for the tool, and `libs` for what runs in each service. */
  place: string;
  text: string;
}

const sources: Source[] = globSync(
  ['services/*/src/**/*.ts', 'libs/!(contracts|testing)/src/**/*.ts', 'deploy/verify/**/*.ts'],
  { cwd: root },
)
  .filter((file) => !/\.spec\.ts$|\/test\//.test(file))
  .map((file) => {
    const [folder, name = ''] = file.split('/');
    const place = folder === 'services' ? name : folder === 'libs' ? 'libs' : 'verify';
    return { file, place, text: readFileSync(resolve(root, file), 'utf8') };
  });

function answeredIn(place: string): string[] {
  return sources
    .filter((source) => source.place === place)
    .flatMap(({ text }) => [...text.matchAll(/@InternalCall\(([^)]*)\)/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}

function calledIn({ text }: Source): string[] {
  return [...text.matchAll(/\.call\(\s*(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => calls.has(name));
}

it('every call is answered, in the service that its definition names', () => {
  expect(calls.size).toBeGreaterThan(30);
  const wanted = [...calls]
    .filter(([name]) => !publicCalls.includes(name))
    .map(([name, { callee }]) => `${typeof callee === 'string' ? callee : 'libs'} ${name}`);
  const places = [...contracts.callees, 'gateway', 'libs'];
  const found = places.flatMap((place) => answeredIn(place).map((name) => `${place} ${name}`));
  expect(found.sort()).toEqual(wanted.sort());
});

it('a call at a public address is one that the API document has', () => {
  const document = JSON.parse(readFileSync(resolve(root, 'openapi.json'), 'utf8')) as {
    paths: Record<string, object>;
  };
  for (const name of publicCalls) {
    const { path = '', method = '' } = calls.get(name) ?? {};
    const described = document.paths[path.replace(/:(\w+)/g, '{$1}')] ?? {};
    expect([name, method.toLowerCase() in described]).toEqual([name, true]);
  }
});

it('no internal address stands anywhere but in a definition', () => {
  const strays = sources.filter(({ text }) => /['"`]\/?internal\/[\w:$]/.test(text)).map(({ file }) => file);
  expect(strays).toEqual([]);
});

it('every call is made, or there is a reason why not', () => {
  const made = new Set(sources.flatMap(calledIn));
  const unmade = [...calls.keys()].filter((name) => !made.has(name));
  expect(unmade).toEqual(Object.keys(uncalledOnPurpose));
});

it('what names its askers is asked by all of them and by nobody else', () => {
  const named = [...calls].filter(([, { askers }]) => askers);
  expect(named.length).toBeGreaterThan(1);
  for (const [name, { askers = [] }] of named) {
    const places = sources.filter((source) => calledIn(source).includes(name)).map(({ place }) => place);
    expect([name, [...new Set(places)].sort()]).toEqual([name, [...askers].sort()]);
  }
});

it('whoever asks for itself is heard by the one that it asks, and nobody else is', () => {
  const asked = sources.flatMap((source) =>
    calledIn(source).flatMap((name) => {
      const { callee = [], askedBy } = calls.get(name) ?? {};
      return askedBy !== 'service' ? [] : [callee].flat().map((one) => `${source.place} ${one}`);
    }),
  );
  const heard = contracts.callees.flatMap((one) =>
    (callersOf[one] ?? []).map((caller) => `${caller} ${one}`),
  );
  // Notifications asks every service but itself for its dead letters and jobs.
  const asking = new Set(asked.filter((one) => one !== 'notifications notifications'));
  expect([...asking].sort()).toEqual(heard.sort());
});
