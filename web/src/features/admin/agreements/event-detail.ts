import { adminHistoryTexts } from '#texts/admin-history';
import { formatCount, formatDateTime, formatDuration, shortHash } from '../../../lib/format';

const texts = adminHistoryTexts.detail;

/** A camelCase or dashed name as words: "retentionDays" is "Retention days". */
function words(name: string): string {
  const spaced = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const HASH = /^[0-9a-f]{64}$/;

function shown(value: unknown, name: string): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number')
    return name.endsWith('Ms') ? formatDuration(value / 1000) : formatCount(value);
  if (typeof value === 'string') {
    if (MOMENT.test(value)) return formatDateTime(value);
    return HASH.test(value) ? shortHash(value) : value;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What an entry of the log says besides its type, as pairs of name and text; empty values are left out. */
export function detailPairs(detail: unknown): [string, string][] {
  if (typeof detail === 'string') return detail ? [['', detail]] : [];
  if (typeof detail !== 'object' || detail === null) return [];
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [texts.names[name] ?? words(name), shown(value, name)]);
}
