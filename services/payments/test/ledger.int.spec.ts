import { DataSource } from 'typeorm';
import { Ledger, type LedgerTransaction } from '../src/ledger/ledger.js';
import { Payments } from './payments.harness.js';

describe('the ledger', () => {
  let payments: Payments;
  let service: DataSource;
  let ledger: Ledger;

  beforeAll(async () => {
    payments = await Payments.start();
    service = payments.service.app.get(DataSource);
    ledger = payments.service.app.get(Ledger);
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const sale = (ref: string, cents = 500): LedgerTransaction => ({
    kind: 'sale',
    ref,
    entries: [
      ['stripe', cents],
      ['sales:contract', -cents],
    ],
  });
  const post = (transaction: LedgerTransaction) =>
    service.transaction((manager) => ledger.post(manager, transaction, 'test'));
  const count = async () => {
    const [row] = await payments.rows.query<{ entries: number; transactions: number }[]>(
      `select (select count(*)::int from ledger_entries) as entries,
         (select count(*)::int from ledger_transactions) as transactions`,
    );
    return row;
  };

  it('posts the same event once, also when it comes ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(sale('once'))));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await payments.ledger()).toEqual({ stripe: 500, 'sales:contract': -500 });
  });

  it.each<[string, LedgerTransaction['entries']]>([
    [
      'does not sum to zero',
      [
        ['stripe', 500],
        ['sales:contract', -499],
      ],
    ],
    ['has one side only', [['stripe', 500]]],
    ['is empty', []],
    [
      'moves nothing',
      [
        ['stripe', 0],
        ['fees', 0],
      ],
    ],
    [
      'names an account twice',
      [
        ['stripe', 1],
        ['stripe', -1],
      ],
    ],
  ])('refuses what %s, and keeps nothing of it', async (_what, entries) => {
    const before = await count();
    await expect(post({ kind: 'wrong', ref: 'x', entries })).rejects.toThrow();
    expect(await count()).toEqual(before);
  });

  it('refuses an unbalanced entry that goes around the function', async () => {
    await post(sale('direct'));
    const before = await count();
    const insert = service.query(
      `insert into ledger_entries (transaction_id, account, amount_cents)
       select max(id), 'fees', 1 from ledger_transactions`,
    );
    await expect(insert).rejects.toThrow(/sums to 1/);
    expect(await count()).toEqual(before);
  });

  it('falls with the change it belongs to', async () => {
    const before = await count();
    const broken = service.transaction(async (manager) => {
      await ledger.post(manager, sale('broken'), 'test');
      throw new Error('the change failed');
    });
    await expect(broken).rejects.toThrow('the change failed');
    expect(await count()).toEqual(before);
    expect(await post(sale('broken'))).toBe(true);
  });

  describe.each([
    ['the service', () => service, /permission denied/],
    ['the owner of the tables', () => payments.rows, /append-only/],
  ])('refuses changes by %s:', (_who, connection, reason) => {
    it.each([
      'update ledger_entries set amount_cents = amount_cents + 1',
      'delete from ledger_entries',
      'truncate ledger_entries',
      `update ledger_transactions set ref = 'y'`,
      'delete from ledger_transactions',
      'truncate ledger_transactions cascade',
    ])('%s', async (statement) => {
      await post(sale('kept'));
      const before = [await count(), await payments.ledger()];
      await expect(connection().query(statement)).rejects.toThrow(reason);
      expect([await count(), await payments.ledger()]).toEqual(before);
    });
  });

  it('refuses the service to lift the rules', async () => {
    for (const statement of [
      'alter table ledger_entries disable trigger all',
      'drop trigger ledger_entries_append_only on ledger_entries',
      'drop table ledger_entries cascade',
    ])
      await expect(service.query(statement)).rejects.toThrow(/must be owner/);
  });
});
