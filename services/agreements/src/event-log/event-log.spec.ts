import { findBreak, hashRow, type LogRow } from './event-log.js';

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
    };
    rows.push({ ...row, hash: hashRow(AGREEMENT, row) });
  }
  return rows;
}

describe('event log', () => {
  it('is whole as written', () => {
    expect(findBreak(AGREEMENT, chain(8))).toBeNull();
    expect(findBreak(AGREEMENT, [])).toBeNull();
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
    ['an inserted copy', (rows: LogRow[]) => rows.splice(4, 0, rows[3] as LogRow), 5],
  ])('finds %s', (_name, tamper, expected) => {
    const rows = chain(8);
    tamper(rows);
    expect(findBreak(AGREEMENT, rows)).toBe(expected);
  });

  it('does not accept the chain of another agreement', () => {
    expect(findBreak('1111111111111111', chain(2))).toBe(1);
  });
});
