import type { Found } from '../passages.js';
import { sameLength } from './numbers.js';

const COUNT = '(?:\\d{1,2}|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)';
/** Words with which a condition begins. "Sí" with its accent is an answer. */
const MARKERS = new RegExp(
  '(?<![a-z])(?:(?:solo |solamente )?si(?= [a-z])|siempre (?:y cuando|que)|a menos que|salvo que|hasta que|a condicion de que|con la condicion de que|en caso de que|' +
    `en ${COUNT} (?:pagos|cuotas|plazos|partes|mensualidades|quincenas|abonos|letras)|a plazos|por adelantado|la mitad (?:ahora|hoy|antes|al|por adelantado)|` +
    'no (?:es )?reembolsable|sin devolucion|tal (?:y )?como esta)(?![a-z])',
  'g',
);
const DUTIES =
  /(?:(?:el|la|los|las|mi|tu|su|quien)\s+(?:[a-z]+\s+){1,3}?|(?:usted|tu|yo|ella|ellos|nosotros)\s+)?(?<![a-z])(?:(?:no )?debes?|(?:no )?debera(?:n)?|tiene(?:s|n)? que|tengo que|tenemos que|hay que|me devuelve(?:s)?|devolvere|devolvera(?:s)?)(?= [a-z])/g;
const DEADLINE = /\b(?:a mas tardar|antes de|antes del|hasta)\s*(?:e?l )?(?:dia )?$/;
const ENDS =
  /[;.?!¿¡]|,?\s+(?:estas? de acuerdo|estoy de acuerdo|acepto|de acuerdo|pero|vale)(?![a-z])|,\s+(?:yo|usted|nosotros|ella|si)(?![a-z])/;
const LONGEST = 24;
const VERBS =
  /(?<![a-z])(?:(?:te|le|les|me|os) )?(?:vendo|vende|vendere|vender|compro|compra|comprare|comprar|alquilo|alquila|alquilar|rento|rentar|presto|presta|prestare|limpio|limpiare|limpiar|corto|cortare|cortar|reparo|reparare|reparar|pinto|pintare|pintar|cuido|cuidare|cuidar|entrego|entregare|entregar|instalo|instalare|instalar)(?: a [a-z]+)?\s+/g;
const STOP =
  /^(?:por|para|a|al|en|el|hasta|desde|cuando|mientras|y|o|u|pero|porque|cada|que|yo|usted|si|manana|hoy|ya|ahora|antes|despues|este|esta)$/;
const ARTICLE =
  /^(?:un|una|unos|unas|mi|mis|tu|tus|su|sus|el|la|los|las|este|esta|ese|esa|nuestro|nuestra)\s+/;
const LONGEST_ITEM = 8;

/** Clauses on which the deal depends; `dates` that are deadlines count as such. */
export function findSpanishConditions(text: string, dates: readonly Found[]): Found[] {
  const plain = withYes(text);
  const begins = [
    ...[...plain.matchAll(MARKERS), ...plain.matchAll(DUTIES)].map((match) => ({
      from: match.index,
      after: match.index + match[0].length,
    })),
    ...dates.flatMap((date) => {
      const before = DEADLINE.exec(plain.slice(0, date.from));
      return before ? [{ from: before.index, after: date.to }] : [];
    }),
  ].sort((a, b) => a.from - b.from || b.after - a.after);
  const found: Found[] = [];
  for (const { from, after } of begins) {
    if (from < (found.at(-1)?.to ?? 0)) continue;
    found.push({ kind: 'condition', from, to: endOfClause(plain, from, after), value: null });
  }
  return found;
}

/**
 * Things and services by the verbs of everyday deals; only with an article or a word of possession before them, and as far
 * as the next of the others: an amount, a date.
 */
export function findSpanishItems(text: string, others: readonly Found[]): Found[] {
  const plain = sameLength(text);
  return [...plain.matchAll(VERBS)].flatMap((match) => {
    const from = match.index + match[0].length;
    if (!ARTICLE.test(plain.slice(from))) return [];
    const limit = Math.min(text.length, ...others.flatMap((one) => (one.from >= from ? [one.from] : [])));
    let to = from;
    for (const [count, { 0: word, index }] of [...plain.slice(from, limit).matchAll(/\S+/g)].entries()) {
      const bare = word.replace(/[.,;:!?"]+$/, '');
      if (count >= LONGEST_ITEM || (count > 0 && STOP.test(bare))) break;
      to = from + index + bare.length;
      if (bare !== word) break;
    }
    return to > from ? [{ kind: 'item' as const, from, to, value: null }] : [];
  });
}

/** Without accents but in "sí": that is an answer, and "si" a condition. */
function withYes(text: string): string {
  const plain = sameLength(text);
  return plain.replaceAll(/(?<![a-z])si(?![a-z])/g, (word, at: number) =>
    /í/i.test(text.slice(at, at + 2)) ? '__' : word,
  );
}

function endOfClause(plain: string, from: number, after: number): number {
  const end = ENDS.exec(plain.slice(after))?.index;
  const clause = plain.slice(from, end === undefined ? plain.length : after + end);
  const words = [...clause.matchAll(/\S+/g)];
  const last = words[Math.min(words.length, LONGEST) - 1];
  const to = from + (last ? last.index + last[0].length : clause.length);
  return Math.max(after, to - (/[.,;:!?]*$/.exec(plain.slice(from, to))?.[0].length ?? 0));
}
