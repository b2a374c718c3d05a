import { findBreak, hashRow, type LogRow } from './event-log.js';
import type { LogHead } from './log-seal.js';

const AGREEMENT = '4207731958026614';

function chain(length: number): LogRow[] {
  const rows: LogRow[] = [];
  for (let seq = 1; seq <= length; seq += 1) {
    const row = {
      seq,
      at: `2026-11-20T14:03:${String(seq).padStart(2, '0')}.000Z`,
      actor: 'user:17',
      type: 'paid',
      detail: { amountCents: 500, receipt: `R-${seq}` },
      prevHash: rows.at(-1)?.hash ?? '0'.repeat(64),
      address: seq % 2 ? '203.0.113.7' : null,
      device: seq % 2 ? 'Firefox' : null,
    };
    rows.push({ ...row, hash: hashRow(AGREEMENT, row) });
  }
  return rows;
}

const headOf = (rows: LogRow[]): LogHead => ({
  seq: rows.length,
  hash: rows.at(-1)?.hash ?? '0'.repeat(64),
});

describe('event log', () => {
  it('is whole as written', () => {
    const rows = chain(8);
    expect(findBreak(AGREEMENT, rows, headOf(rows))).toBeNull();
    expect(findBreak(AGREEMENT, [], headOf([]))).toBeNull();
  });

  it.each([
    [
      'an edited detail',
      (rows: LogRow[]) => Object.assign(rows[3] as LogRow, { detail: { amountCents: 1 } }),
      4,
    ],
    ['an edited actor', (rows: LogRow[]) => Object.assign(rows[0] as LogRow, { actor: 'user:18' }), 1],
    ['a removed row', (rows: LogRow[]) => rows.splice(2, 1), 3],
    ['two swapped rows', (rows: LogRow[]) => rows.splice(1, 2, rows[2] as LogRow, rows[1] as LogRow), 2],
    ['an edited address', (rows: LogRow[]) => Object.assign(rows[2] as LogRow, { address: null }), 3],
    ['a removed last row', (rows: LogRow[]) => rows.pop(), 8],
    [
      'an edited detail with a new hash, to which the next row was adjusted',
      (rows: LogRow[]) => {
        const edited = { ...(rows[3] as LogRow), detail: { amountCents: 1 } };
        const { hash: _old, ...content } = edited;
        const hash = hashRow(AGREEMENT, content);
        rows.splice(3, 2, { ...edited, hash }, { ...(rows[4] as LogRow), prevHash: hash });
      },
      5,
    ],
    ['an inserted copy', (rows: LogRow[]) => rows.splice(4, 0, rows[3] as LogRow), 5],
  ])('finds %s', (_name, tamper, expected) => {
    const rows = chain(8);
    const head = headOf(rows);
    tamper(rows);
    expect(findBreak(AGREEMENT, rows, head)).toBe(expected);
  });

  it('does not accept the chain of another agreement', () => {
    const rows = chain(2);
    expect(findBreak('1111111111111111', rows, headOf(rows))).toBe(1);
  });
});
