import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withAsciiDomain } from '#platform';

const COLUMNS = [
  ['users', 'email'],
  ['users', 'pending_email'],
  ['address_verifications', 'email'],
  ['account_changes', 'email'],
  ['account_changes', 'old_email'],
] as const;

/** Domains in letters of their own as mail servers know them: so people's addresses are kept from now on, and looked for. */
export class AsciiDomains1764501000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS) {
      const rows: { email: string }[] = await runner.query(
        `select distinct ${column} as email from ${table} where ${column} ~ '@.*[^\\x01-\\x7f]'`,
      );
      for (const { email } of rows) {
        const values = [email, withAsciiDomain(email)];
        // Where both have an account, each keeps its own.
        const isFree = 'not exists (select 1 from users u where u.email = $2)';
        const condition = table === 'users' && column === 'email' ? `and ${isFree}` : '';
        await runner.query(`update ${table} set ${column} = $2 where ${column} = $1 ${condition}`, values);
      }
    }
  }

  /** Nothing: both are the same address. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
