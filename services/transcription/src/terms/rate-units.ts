/** "A day", "per visit", "al mes", "cada semana", as an amount ends, after `sameLength`. */
const NAMED = /\b(?:an?|per|every|each|por|al|la|cada)\s+([a-z]+)$/;
/** What is paid by the piece, whatever the pieces are. */
const BY_PIECE = /\b(?:each|apiece|cada un[oa])$/;
const PERIODS: readonly (readonly [RegExp, string])[] = [
  ...[[/\bhourly$/, 'hour'] as const, [/\bweekly$/, 'week'] as const, [/\bmonthly$/, 'month'] as const],
  ...[[/\b(?:a )?diari(?:[oa]s?|amente)$/, 'dia'] as const, [/\bsemanal(?:es|mente)?$/, 'semana'] as const],
  ...[[/\bquincenal(?:es|mente)?$/, 'quincena'] as const, [/\bmensual(?:es|mente)?$/, 'mes'] as const],
  ...[[/\banual(?:es|mente)?$/, 'ano'] as const],
];
const PLURALS: Readonly<Record<string, string>> = { person: 'people', child: 'children', vez: 'veces' };
const TIMES = /^(?:hour|day|week|month|year|hora|dia|semana|quincena|mes|ano)(?:e?s)?$/;

/**
 * Whether words count what a rate is paid for: "three months" of "a hundred dollars a month", not "two weeks" of "ten
 * dollars a day", nor "six months" of "fifty dollars every two weeks".
 * @param rate The amount with its rate, after `sameLength`.
 */
export function countsUnitOf(rate: string, counted: readonly string[]): boolean {
  if (BY_PIECE.test(rate)) return counted[0] !== undefined && !TIMES.test(counted[0]);
  const unit = PERIODS.find(([period]) => period.test(rate))?.[1] ?? NAMED.exec(rate)?.[1];
  if (unit === undefined) return false;
  const forms = [unit, `${unit}s`, `${unit}es`, PLURALS[unit]];
  return counted.some((word) => forms.includes(word));
}
