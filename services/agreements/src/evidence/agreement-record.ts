import type { AgreementRow } from '../agreements/agreements.module.js';
import type { LogRow } from '../event-log/event-log.module.js';

/** The facts of a completed agreement, none of which changes any more. Times are ISO 8601 in UTC. */
export interface AgreementRecord {
  agreementId: string;
  planType: string;
  partyA: { name: string; email: string };
  partyB: { name: string; email: string };
  amountCents: number | null;
  currency: string;
  isRemote: boolean;
  createdAt: string;
  paidAt: string | null;
  completedAt: string;
}

export function agreementRecord(row: AgreementRow): AgreementRecord {
  return {
    agreementId: row.agreementId,
    planType: row.planType,
    partyA: { name: row.partyAName, email: row.partyAEmail },
    partyB: { name: row.partyBName, email: row.partyBEmail },
    amountCents: row.amountCents,
    currency: row.currency,
    isRemote: row.isRemote,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? '',
  };
}

/** A row of the log as a packet has it. */
type PacketLogRow = LogRow & {
  /** What is left out. The hash of such a row is over all of it, so only the next row shows that it is unchanged. */
  withheld?: string[];
};

/** The log for the parties: an administrator's address and browser are for administrators alone. */
export function packetLog(rows: readonly LogRow[]): PacketLogRow[] {
  return rows.map((row) =>
    row.actor.startsWith('admin:') && (row.address !== null || row.device !== null)
      ? { ...row, address: null, device: null, withheld: ['address', 'device'] }
      : row,
  );
}

/** JSON that people can read, too: two spaces, a line break at its end. */
export const readableJson = (content: unknown): Buffer =>
  Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
