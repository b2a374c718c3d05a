import type { ObjectStore } from '#storage';
import type { LogSeal } from '../../services/agreements/src/event-log/log-seal.js';
import type { ServiceName } from '../image/preparation.js';
import type { Databases, Row } from './databases.js';

/** What is looked at, and when. */
export interface System {
  readonly databases: Databases;
  readonly store: ObjectStore;
  /** Knows the signatures of the agreements service. */
  readonly seals: LogSeal;
  /** Address of the local run's mailbox; null where mails go to people. */
  readonly mailboxUrl: string | null;
  /** What is younger may still be on its way. */
  readonly settledSeconds: number;
  /** The same as a moment, by the clock of the product. */
  readonly settledBefore: Date;
}

/** Takes down what a check finds. */
export interface Findings {
  checked(count: number): void;
  /** Names the ids concerned. */
  violation(text: string): void;
  /** Worth knowing, but as it should be. */
  note(text: string): void;
}

/** Something that must hold, whatever happened to the system. */
export interface Invariant {
  readonly name: string;
  /** In one sentence. */
  readonly says: string;
  /**
   * `always`: its rows are of one transaction, so it holds at every moment. `eventually`: it takes a message, a job or
   * a round, so it holds for what is older than the settled time.
   */
  readonly holds: 'always' | 'eventually';
  readonly reads: readonly (ServiceName | 'store' | 'mailbox')[];
  check(system: System, findings: Findings): Promise<void>;
}

interface Heading {
  name: string;
  says: string;
}

/** Rows of one database that must not be there. */
interface InOne extends Heading {
  database: ServiceName;
  /** What is counted as checked: what follows `from`. */
  of: string;
  /** Finds the rows that break it. With `$1`, the moment before which all has settled, it holds eventually. */
  sql: string;
  text: (row: Row) => string;
}

export function inOne({ name, says, database, of, sql, text }: InOne): Invariant {
  const isEventual = sql.includes('$1');
  return {
    name,
    says,
    holds: isEventual ? 'eventually' : 'always',
    reads: [database],
    check: async ({ databases, settledBefore }, findings) => {
      const [row] = await databases[database].read<{ count: number }>(`select count(*)::int from ${of}`);
      findings.checked(row?.count ?? 0);
      for await (const rows of databases[database].batches(sql, isEventual ? [settledBefore] : [])) {
        for (const broken of rows) findings.violation(text(broken));
      }
    },
  };
}

/** The same in the tables that several services have alike. */
interface InEach extends Heading {
  databases: readonly ServiceName[];
  of: string;
  /** With `$1`, the settled time in seconds, it holds eventually: these tables keep the server's own time. */
  sql: string;
  text: (row: Row) => string;
}

export function inEach({ name, says, databases: services, of, sql, text }: InEach): Invariant {
  const isEventual = sql.includes('$1');
  return {
    name,
    says,
    holds: isEventual ? 'eventually' : 'always',
    reads: services,
    check: async ({ databases, settledSeconds }, findings) => {
      for (const service of services) {
        const [row] = await databases[service].read<{ count: number }>(`select count(*)::int from ${of}`);
        findings.checked(row?.count ?? 0);
        for await (const rows of databases[service].batches(sql, isEventual ? [settledSeconds] : [])) {
          for (const broken of rows) findings.violation(`${service}: ${text(broken)}`);
        }
      }
    },
  };
}

/** What one database says must be found in another. */
interface Across extends Heading {
  /** With `$1`, the moment before which all has settled. */
  from: { database: ServiceName; sql: string };
  key: (row: Row) => string;
  /** `$1` are keys; each row has its key as `key`. */
  to: { database: ServiceName; sql: string };
  /** What is wrong with a row, given what was found of its key; null when nothing is. */
  verdict: (row: Row, found: readonly Row[], system: System) => string | null;
}

export function across({ name, says, from, key, to, verdict }: Across): Invariant {
  return {
    name,
    says,
    holds: 'eventually',
    reads: [from.database, to.database],
    check: async (system, findings) => {
      const { databases, settledBefore } = system;
      const values = from.sql.includes('$1') ? [settledBefore] : [];
      // The other side is read afterwards: what came in between can only be more than was asked for.
      for await (const rows of databases[from.database].batches(from.sql, values)) {
        findings.checked(rows.length);
        const keys = [...new Set(rows.map(key))];
        const found = Map.groupBy(await databases[to.database].read(to.sql, [keys]), (row) => row.key);
        for (const row of rows) {
          const wrong = verdict(row, found.get(key(row)) ?? [], system);
          if (wrong !== null) findings.violation(wrong);
        }
      }
    },
  };
}
