import type { DataSource } from 'typeorm';

type Rows = Record<string, unknown>[];

/** What a backup has of one escrow. */
interface Backup {
  escrowId: string;
  escrow: Rows;
  steps: number;
  transactions: number;
}

/** One escrow as a backup had it: what was written about it since is gone, as after a restore. */
export const putBack = {
  async take(rows: DataSource, escrowId: string): Promise<Backup> {
    const escrow = await rows.query<Rows>('select to_jsonb(e) as row from escrows e where id = $1', [
      escrowId,
    ]);
    const [newest] = await rows.query<{ steps: number; transactions: number }[]>(
      `select (select max(version) from escrow_steps where escrow_id = $1)::int as steps,
         (select coalesce(max(id), 0) from ledger_transactions)::int as transactions`,
      [escrowId],
    );
    return { escrowId, escrow, steps: newest?.steps ?? 0, transactions: newest?.transactions ?? 0 };
  },

  async restore(rows: DataSource, { escrowId, escrow, steps, transactions }: Backup): Promise<void> {
    await rows.transaction(async (manager) => {
      // The ledger refuses every change; a restore does not ask it.
      await manager.query(`set local session_replication_role = 'replica'`);
      const since = `from ledger_transactions where id > $2 and split_part(ref, ':', 1) = $1`;
      const about = [escrowId, transactions];
      await manager.query(`delete from ledger_entries where transaction_id in (select id ${since})`, about);
      await manager.query(`delete ${since}`, about);
      await manager.query('delete from escrow_steps where escrow_id = $1 and version > $2', [
        escrowId,
        steps,
      ]);
      await manager.query(`delete from jobs where payload ->> 'heldPaymentId' = $1`, [escrowId]);
      await manager.query('delete from escrows where id = $1', [escrowId]);
      await manager.query('insert into escrows select * from jsonb_populate_record(null::escrows, $1)', [
        JSON.stringify(escrow[0]?.row),
      ]);
    });
  },
};
