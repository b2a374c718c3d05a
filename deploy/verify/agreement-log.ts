import {
  findBreak,
  fromStored,
  LOG_COLUMNS,
  type LogRow,
} from '../../services/agreements/src/event-log/event-log.js';
import type { ServiceName } from '../image/preparation.js';
import type { Row } from './databases.js';
import { across, type Findings, type Invariant, inOne, type System } from './invariant.js';

export const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** What happened in another service and must be in the agreement's log, once. */
interface Logged {
  name: string;
  says: string;
  /** Columns `agreement`, `id` and, when it is not once, `times`; and `$1`. */
  from: { database: ServiceName; sql: string };
  /** Types of the log's rows that tell of it. */
  types: readonly string[];
  /** The same id, of a row of the log `e`. */
  id: string;
}

export const logged = ({ name, says, from, types, id }: Logged): Invariant =>
  across({
    name,
    says,
    from,
    key: ({ agreement }) => String(agreement),
    to: {
      database: 'agreements',
      sql: `select e.agreement_id as key, ${id} as id from agreement_events e
        where e.agreement_id = any($1) and e.type in (${quoted(types)})`,
    },
    verdict: (row, found) => {
      const times = found.filter((entry) => entry.id === row.id).length;
      if (times === (row.times ?? 1)) return null;
      return `${row.id} is in the log of agreement ${row.agreement} ${times} times (${types.join(', ')})`;
    },
  });

/** Moments as logs and events write them. */
export const iso = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** When the agreement was unlocked, or was answered, by the clock of its log. */
export const IN_WORK_SINCE = `(select max(e.at) from agreement_events e where e.agreement_id = a.agreement_id
  and e.type in ('paid', 'covered', 'consented'))`;

interface StoredLogRow extends LogRow, Row {
  agreementId: string;
  lastSeq: number;
  lastHash: string;
}

/** Goes through all logs, one agreement after the other. */
async function checkChains({ databases }: System, findings: Findings): Promise<void> {
  let log: StoredLogRow[] = [];
  const finish = (): void => {
    const [first] = log;
    if (!first) return;
    findings.checked(1);
    const { agreementId, lastSeq, lastHash } = first;
    const rows = log.filter(({ seq }) => seq !== null).map(chained);
    const seq = findBreak(agreementId, rows, { seq: lastSeq, hash: lastHash });
    if (seq !== null) findings.violation(`the log of agreement ${agreementId} breaks at its row ${seq}`);
    log = [];
  };
  const batches = databases.agreements.batches<StoredLogRow>(
    `select a.agreement_id as "agreementId", a.log_seq as "lastSeq", a.log_hash as "lastHash", e.*
     from agreements a left join (select agreement_id, ${LOG_COLUMNS} from agreement_events) e
       on e.agreement_id = a.agreement_id
     order by a.agreement_id, e.seq`,
  );
  for await (const rows of batches) {
    for (const row of rows) {
      if (log[0] && log[0].agreementId !== row.agreementId) finish();
      log.push(row);
    }
  }
  finish();
}

/** Goes through the ends of all logs. */
async function checkSeals({ databases, seals }: System, findings: Findings): Promise<void> {
  interface End extends Row {
    agreementId: string;
    seq: number;
    hash: string;
    seal: string | null;
  }
  const batches = databases.agreements.batches<End>(
    `select agreement_id as "agreementId", log_seq as seq, log_hash as hash, log_seal as seal from agreements
     where log_seq > 0`,
  );
  for await (const ends of batches) {
    findings.checked(ends.length);
    for (const { agreementId, seal, ...head } of ends) {
      if (seals.isSeal(agreementId, head, seal)) continue;
      const what = seal === null ? 'has no seal' : 'has a seal that is not of its end, or not of our key';
      findings.violation(`the log of agreement ${agreementId} ${what}`);
    }
  }
}

/** What of a row goes into its hash. */
function chained(row: StoredLogRow): LogRow {
  const { seq, at, actor, type, detail, prevHash, hash, address, device } = fromStored(row);
  return { seq, at, actor, type, detail, prevHash, hash, address, device };
}

/** The logs of the agreements. */
export const logInvariants: readonly Invariant[] = [
  {
    name: 'log-is-whole',
    says: 'No row of a log was changed, removed, swapped or inserted, and none is missing at its end.',
    holds: 'always',
    reads: ['agreements'],
    check: checkChains,
  },
  {
    name: 'log-is-sealed',
    says: 'The end of every log is signed with a key that the database does not hold.',
    holds: 'always',
    reads: ['agreements'],
    check: checkSeals,
  },
  inOne({
    name: 'log-belongs-to-an-agreement',
    says: 'Every row of a log has its agreement.',
    database: 'agreements',
    of: 'agreement_events',
    sql: `select distinct e.agreement_id as agreement from agreement_events e
      where not exists (select from agreements a where a.agreement_id = e.agreement_id)`,
    text: ({ agreement }) => `there is a log and no agreement ${agreement}`,
  }),
];
