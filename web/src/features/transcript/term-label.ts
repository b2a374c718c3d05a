import type { TermView } from '../../lib/api/api-types';
import { formatAmount, formatDate } from '../../lib/format';

const TERM_ORDER = ['party', 'item', 'amount', 'date', 'condition'] as const;

const MONEY = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function read({ kind, text, value }: Pick<TermView, 'kind' | 'text' | 'value'>): string {
  if (!value) return text;
  const money = kind === 'amount' ? MONEY.exec(value) : null;
  if (money?.[1] && money[2]) return formatAmount(money[1], money[2]);
  // A day has no zone: it is the same day wherever it is read.
  if (kind === 'date' && DAY.test(value)) return formatDate(`${value}T00:00:00Z`, 'UTC');
  return value;
}

interface TermLabel {
  /** What was settled: an amount, a day, a name. */
  value: string;
  /** The words with which it was said, when they say it otherwise. */
  said: string | null;
}

/** A term in words: its value first, then how it was said. */
export function termLabel(term: Pick<TermView, 'kind' | 'text' | 'value'>): TermLabel {
  const value = read(term);
  return { value, said: value.toLowerCase() === term.text.toLowerCase() ? null : term.text };
}

/** The terms of each kind, in the order in which a contract names them. */
export function byKind(terms: readonly TermView[]): { kind: TermView['kind']; terms: TermView[] }[] {
  return TERM_ORDER.map((kind) => ({ kind, terms: terms.filter((term) => term.kind === kind) })).filter(
    (group) => group.terms.length > 0,
  );
}
