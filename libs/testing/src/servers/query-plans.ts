import { DataSource } from 'typeorm';
import { inTransaction } from '#platform';

interface Statement {
  sql: string;
  values: unknown[];
}

interface Plan {
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Index Name'?: string;
  Plans?: Plan[];
}

interface App {
  get<T>(token: abstract new (...values: never[]) => T): T;
}

/** How PostgreSQL does what some work of a service asks it. */
export class QueryPlans {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly statements: readonly Statement[],
  ) {}

  /** Notes the reading statements of a piece of work in which this stands. */
  static async of(app: App, part: string, work: () => Promise<unknown>): Promise<QueryPlans> {
    const dataSource = app.get(DataSource);
    const statements: Statement[] = [];
    const { logger } = dataSource;
    const { logQuery } = logger;
    logger.logQuery = (sql: string, values: unknown[] = []) => {
      if (/^\s*select/i.test(sql) && sql.includes(part)) statements.push({ sql, values });
    };
    try {
      await work();
    } finally {
      logger.logQuery = logQuery;
    }
    if (statements.length === 0) throw new Error(`nothing was asked in which "${part}" stands`);
    return new QueryPlans(dataSource, statements);
  }

  /** Most rows that one step of them fetches, those included that it throws away. */
  async rowsRead(): Promise<number> {
    const plans = await this.explain('analyze, ', []);
    return Math.max(
      ...plans.map((plan) => (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)),
    );
  }

  /** The indexes by which they would be done in a table that is too large to be read whole. */
  async indexes(): Promise<string[]> {
    const plans = await this.explain('', ['set local enable_seqscan = off']);
    return plans.flatMap((plan) => plan['Index Name'] ?? []).sort();
  }

  /** Every step of every statement. */
  private explain(options: string, settings: readonly string[]): Promise<Plan[]> {
    return inTransaction(this.dataSource, async (manager) => {
      const steps: Plan[] = [];
      for (const setting of settings) await manager.query(setting);
      for (const { sql, values } of this.statements) {
        const [row] = await manager.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
          `explain (${options}format json) ${sql}`,
          values,
        );
        steps.push(...(row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => withBelow(Plan)));
      }
      return steps;
    });
  }
}

const withBelow = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(withBelow)];
