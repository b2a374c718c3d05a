import type { DataSource } from 'typeorm';
import { COLUMNS, FROM } from '../agreements/agreement.queries.js';
import type { AgreementRow } from '../agreements/agreement.view.js';

export interface AdminFilter {
  limit: number;
  beforeId: number | null;
  status: string | null;
  /** Beginning of the number, or of a party's name or address. */
  q: string | null;
}

/** The newest agreements of everybody, before the row `beforeId` if given (keyset pagination). */
export function findAgreements(dataSource: DataSource, filter: AdminFilter): Promise<AgreementRow[]> {
  const { limit, beforeId, status, q } = filter;
  return dataSource.query<AgreementRow[]>(
    `select ${COLUMNS} ${FROM}
     where ($1::int is null or a.id < $1) and ($2::text is null or a.status = $2)
       and ($3::text is null or a.agreement_id like $3
         or lower(a.party_a_name) like $4 or lower(a.party_b_name) like $4
         or a.party_a_email like $4 or a.party_b_email like $4)
     order by a.id desc limit $5`,
    [beforeId, status, q && numberPrefix(q), q && textPrefix(q), limit],
  );
}

/** `#1234 5678` → `12345678%`; text that is no number finds none. */
function numberPrefix(q: string): string {
  const digits = q.replace(/[#\s]/g, '');
  return /^\d+$/.test(digits) ? `${digits}%` : '';
}

function textPrefix(q: string): string {
  return `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}
