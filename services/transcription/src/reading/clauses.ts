/** Pieces of patterns for words in a sentence, in English and Spanish. */
export const EDGE = '(?<![\\p{L}\\p{N}])';
export const END = '(?![\\p{L}\\p{N}])';
/** Any of these as whole words. */
export const anyOf = (phrases: readonly string[], flags = 'iu'): RegExp =>
  new RegExp(`${EDGE}(?:${phrases.join('|')})${END}`, flags);
/** Any of these at the start of what follows. */
export const nextIs = (...phrases: string[]): RegExp => new RegExp(`^(?:${phrases.join('|')})${END}`, 'iu');

/** How far back a denial reaches. */
const CLAUSE_START =
  /[.,;:!?¿¡…—]|(?<![\p{L}\p{N}])(?:and|but|so(?!\s+(?:sure|certain|much|far))|y|e|pero|porque)(?![\p{L}\p{N}])/giu;
export const NEGATION = anyOf([
  'not|never|no|none|nothing|nobody|neither|nor|cannot|doubt|disagree|like\\s+hell',
  "(?:do|did|does|ca|wo|is|are|was|have|has)n[’']?t",
  "\\p{L}+n[’']t",
  'nunca|tampoco|jamás|ni|nada|nadie|ningún|ninguna|ninguno|desacuerdo',
]);
/** Phrases with a negation of something else than the agreement. */
export const NO_DENIAL = anyOf(
  [
    '(?:no|any)\\s+(?:problem|question|objection|issue|complaint|worry|worrie|pressure|matter|reservation|hesitation)s?',
    '(?:no|without(?:\\s+an?y?)?|beyond(?:\\s+an?y?)?)\\s+doubts?',
    'nothing\\s+(?:else|more|to\\s+add)',
    'why\\s+not',
    'not\\s+only',
    'no\\s+(?:hay|tengo|tenemos)\\s+(?:(?:ningún|ninguna)\\s+)?(?:problema|duda|inconveniente|objeción|objecione|pregunta)s?',
    'sin\\s+(?:(?:ningún|ninguna)\\s+)?(?:problema|duda|inconveniente|desacuerdo)s?',
    'nada\\s+más',
    'c[óo]mo\\s+no',
    'por\\s+qué\\s+no',
    'no\\s+(?:te\\s+preocupes|se\\s+preocupen?|importa|s[óo]lo)',
  ],
  'giu',
);

/** The place at which the clause begins in which another place stands. */
export function startOfClause(text: string, at: number): number {
  const last = [...text.matchAll(CLAUSE_START)].findLast(({ index }) => index < at);
  return last ? last.index + last[0].length : 0;
}
