import pg from 'pg';
/** Keeps a copy of all tables of a service's database and puts them back after they were tampered with. */
export class Keep {
  private constructor(
    private readonly client: pg.Client,
    /** Tables with the columns that are written; what the database makes itself is left out. */
    private readonly tables: ReadonlyMap<string, string>,
  ) {}

  /** @param databaseUrl as an administrator of the server: a service may not turn off its own triggers */
  static async of(databaseUrl: string): Promise<Keep> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string; columns: string }>(
      `select t.table_name as name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
       from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
       where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by 1`,
    );
    await client.query('create schema kept');
    for (const { name, columns } of rows) {
      await client.query(`create table kept.${name} as select ${columns} from public.${name}`);
    }
    return new Keep(client, new Map(rows.map(({ name, columns }) => [name, columns])));
  }

  /** Without the triggers that would refuse, or complete, what somebody does to the rows. Answers what it returns as `id`. */
  async tamper(sql: string): Promise<string[]> {
    const rows = await this.unguarded(async () => (await this.client.query<{ id: unknown }>(sql)).rows);
    return rows.map(({ id }) => String(id));
  }

  restore(): Promise<void> {
    return this.unguarded(async () => {
      for (const [name, columns] of this.tables) {
        await this.client.query(`delete from public.${name}`);
        await this.client.query(
          `insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
        );
      }
    });
  }

  /** Lets a role read, and nothing else. */
  async grantReading(role: string): Promise<void> {
    await this.client.query(`grant usage on schema public to ${role}`);
    await this.client.query(`grant select on all tables in schema public to ${role}`);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async unguarded<T>(work: () => Promise<T>): Promise<T> {
    await this.client.query('begin');
    try {
      await this.client.query('set local session_replication_role = replica');
      const done = await work();
      await this.client.query('commit');
      return done;
    } catch (error) {
      await this.client.query('rollback');
      throw error;
    }
  }
}
