import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from './languages';

const folder = import.meta.dirname;
const [{ code: root }, ...rest] = languages;
const others = rest.map(({ code }) => code);
const catalogues = readdirSync(join(folder, root))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  // English has none of these.
  .filter((catalogue) => catalogue !== 'errors');

/** Texts that are the same in another language: names, signs, numbers, and words that both share. */
const SAME = [
  /^$/,
  /^[^\p{L}]*$/u,
  /^· Split Second Contract$/,
  /^(Split Second Contract|Apple Pay|Google Pay|Pro|Plan|Error|Total|No|PostgreSQL|Redis|RabbitMQ|Stripe|OpenAI)$/,
  /^(Jay|Priya|Ana|Tom|Ben|Rosa|Dev|Carol|Tom Becker)$/,
  /^(scale|shield|text|camera|clock|download)$/,
];

/** Only data for machines, or words in the language of the answers. */
const NOT_READ =
  /^(document\.(language|locale)|errors\.|home\..*\.(icon|who|id|start|end)$|home\.demo\.facts\.1\.value$)/;

type Leaf = { path: string; value: unknown };

function leavesOf(value: unknown, path: string): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
}

async function read(language: string, catalogue: string): Promise<Leaf[]> {
  const module: Record<string, unknown> = await import(`./${language}/${catalogue}.ts`);
  const texts = Object.entries(module).find(([name]) => name === 't' || name.endsWith('Texts'));
  return leavesOf(texts?.[1], catalogue);
}

/** Values that no sentence contains by itself. */
const MARKS = ['⟦1⟧', '⟦2⟧', '⟦3⟧', '⟦4⟧'];
const FIELDS: Readonly<Record<string, string>> = {
  a: '⟦a⟧',
  b: '⟦b⟧',
  amount: '⟦amount⟧',
  when: '⟦when⟧',
  length: '⟦length⟧',
  date: '⟦date⟧',
  number: '⟦number⟧',
  format: '⟦format⟧',
  exported: '⟦exported⟧',
};

/** What a sentence says with marks for its values; text for one that is given its values as one object. */
function said(value: unknown): string {
  if (typeof value !== 'function') return String(value);
  const say = value as (...values: unknown[]) => unknown;
  const outcome = [say(...MARKS)].flat().join('\n');
  return outcome.includes('undefined') ? [say(FIELDS)].flat().join('\n') : outcome;
}

const marksIn = (text: string): string[] => [...new Set(text.match(/⟦\w+⟧/gu) ?? [])].sort();

/** The mark at the end of a text, without what closes a quotation. */
const endingOf = (text: string): string =>
  /(?:\.\.\.|[.…!?:])?[”")]?$/.exec(text)?.[0].replace(/["”)]/, '') ?? '';

describe.each(others)('the texts in %s', (language) => {
  describe.each(catalogues)('%s', (catalogue) => {
    let pairs: { path: string; original: unknown; translated: unknown }[];

    beforeAll(async () => {
      const originals = await read(root, catalogue);
      const translations = new Map((await read(language, catalogue)).map(({ path, value }) => [path, value]));
      pairs = originals.map(({ path, value }) => ({
        path,
        original: value,
        translated: translations.get(path),
      }));
      expect([...translations.keys()].sort()).toEqual(pairs.map(({ path }) => path).sort());
    });

    it('are of the same kind, with the same values in them', () => {
      for (const { path, original, translated } of pairs) {
        expect([path, typeof translated]).toEqual([path, typeof original]);
        if (typeof original !== 'function' || typeof translated !== 'function') continue;
        expect([path, translated.length]).toEqual([path, original.length]);
        expect([path, marksIn(said(translated))]).toEqual([path, marksIn(said(original))]);
      }
    });

    it('are neither empty nor untrimmed, and end like the original', () => {
      for (const { path, original, translated } of pairs) {
        const [text, example] = [said(translated), said(original)];
        if (example !== '') expect([path, text.trim()]).not.toEqual([path, '']);
        expect([path, text]).toEqual([path, text.trim()]);
        expect([path, endingOf(text)]).toEqual([path, endingOf(example)]);
      }
    });

    it('are translated', () => {
      const same = pairs.filter(({ path, original, translated }) => {
        const text = said(original);
        const words = text.replace(/⟦\w+⟧/gu, '').trim();
        return !NOT_READ.test(path) && said(translated) === text && !SAME.some((known) => known.test(words));
      });
      expect(same.map(({ path, original }) => `${path}: ${said(original)}`)).toEqual([]);
    });
  });
});

/** English has none of these: there the server's own sentences are shown. */
describe.each(others)('the sentences in the place of those of the server, in %s', (language) => {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    components: { schemas: { ErrorAnswer: { properties: { code: { enum: string[] } } } } };
  };

  it('exist for each code, and for the same sentences as in the first other language', async () => {
    const keysIn = async (one: string, kind: string): Promise<string[]> =>
      (await read(one, 'errors'))
        .filter(({ path }) => path.startsWith(`errors.${kind}.`))
        .map(({ path }) => path.slice(`errors.${kind}.`.length))
        .sort();
    const { code } = document.components.schemas.ErrorAnswer.properties;
    expect(await keysIn(language, 'byCode')).toEqual(code.enum.toSorted());
    expect(await keysIn(language, 'sentences')).toEqual(await keysIn(others[0] ?? '', 'sentences'));
  });

  it('are neither empty nor untrimmed, and those that stand for a sentence end like it', async () => {
    for (const { path, value } of await read(language, 'errors')) {
      const text = said(value);
      expect([path, text]).toEqual([path, expect.stringMatching(/^\S(.*\S)?$/u)]);
      const sentence = /^errors\.sentences\.(.*)$/.exec(path)?.[1];
      if (sentence !== undefined) expect([path, endingOf(text)]).toEqual([path, endingOf(sentence)]);
    }
  });
});

/** Labels and messages that the specification gives, and where the word is explained beside them. */
const SPECIFIED: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Escrow Protection',
    'Payment protection (escrow): money can wait safely until the agreed thing is done.',
    'Escrow protection',
    'One payment. No subscription. Escrow protection is our payment protection: money can wait until the agreed thing is done.',
    'Escrow payment protection',
    'Failed to create escrow payment',
    'Release Escrow',
    'Release Escrow of contract ⟦1⟧',
    'Its row on your dashboard offers “Release Escrow” while a payment is held.',
  ],
  // How a payment stands: the state, not its name.
  es: ['Pago retenido'],
};
const OTHER_NAMES: Readonly<Record<string, RegExp>> = {
  en: /escrow|held payment|protected payment/i,
  es: /escrow|pagos? protegidos?|proteger un pago|pagos? retenidos?/i,
};

describe.each(Object.keys(OTHER_NAMES))('payment protection, in %s', (language) => {
  it('has no other name, but where the specification gives one', async () => {
    const texts = (await Promise.all(catalogues.map((catalogue) => read(language, catalogue)))).flat();
    const named = texts
      .filter(({ path }) => !NOT_READ.test(path))
      .map(({ value }) => said(value))
      .filter((text) => OTHER_NAMES[language]?.test(text));
    expect([...new Set(named)].sort()).toEqual([...(SPECIFIED[language] ?? [])].sort());
  });
});

describe('plural forms in Spanish', () => {
  it.each([
    ['payments', 'pendingCard.lead', 1, 'Un pago te espera.'],
    ['payments', 'pendingCard.lead', 2, '2 pagos te esperan.'],
    ['escrow', 'time.hours', 1, '1 hora'],
    ['escrow', 'time.hours', 5, '5 horas'],
    ['log', 'details.days', 1, '1 día'],
    ['log', 'details.days', 30, '30 días'],
    ['admin', 'users.usage', 1, '1 contrato'],
    ['admin', 'users.usage', 0, '0 contratos'],
    ['assistant', 'open', 1, 'Abrir el asistente de contratos, 1 mensaje'],
  ])('%s %s of %d', async (catalogue, path, count, expected) => {
    const leaf = (await read('es', catalogue)).find((one) => one.path === `${catalogue}.${path}`);
    const say = leaf?.value as ((count: number) => string) | undefined;
    expect(say?.(count)).toBe(expected);
  });
});
