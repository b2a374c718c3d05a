/** What was not said has no second. */
const NOT_SAID = /^\$\.spokenConsents\.\d+\.start$/;

/** What must be a number wherever it stands in an answer. */
const NUMBERS = new Set(['durationSeconds', 'percent', 'bytes', 'start', 'end', 'typedCents', 'seq']);
const LISTS = new Set(['peaks', 'spokenCents']);

/** What is wrong with the numbers of an answer, as text: where JSON has no word for it, `null` stands. */
export function wrongNumbers(body: string): string[] {
  const wrong = [...body.matchAll(/[-\w".]*(?:NaN|Infinity)[-\w".]*/g)].map(([word]) => word);
  walk(JSON.parse(body), '$', wrong);
  return wrong;
}

function walk(value: unknown, path: string, wrong: string[]): void {
  if (typeof value === 'number' && !Number.isFinite(value)) wrong.push(path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const place = `${path}.${key}`;
    const mayBeNull = NOT_SAID.test(place) && inner === null;
    if (NUMBERS.has(key) && typeof inner !== 'number' && !mayBeNull) wrong.push(place);
    if (LISTS.has(key) && !(Array.isArray(inner) && inner.every((one) => typeof one === 'number'))) {
      wrong.push(place);
    }
    walk(inner, place, wrong);
  }
}
