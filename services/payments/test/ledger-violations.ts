import { Database, type Databases } from '../../../deploy/verify/databases.js';
import type { System } from '../../../deploy/verify/invariant.js';
import { ledgerInvariants } from '../../../deploy/verify/ledger.js';

/** What the invariants of the ledger say against a database of the payments. */
export async function ledgerViolations(databaseUrl: string): Promise<string[]> {
  const payments = await Database.connect(databaseUrl);
  const found: string[] = [];
  const databases: Partial<Databases> = { payments };
  // These read one database, and nothing else of a system.
  const system = { databases, settledBefore: new Date() } as System;
  try {
    for (const { name, check } of ledgerInvariants) {
      const violation = (text: string) => void found.push(`${name}: ${text}`);
      await check(system, { violation, checked: () => undefined, note: () => undefined });
    }
  } finally {
    await payments.close();
  }
  return found;
}
