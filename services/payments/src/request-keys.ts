import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '#platform';

/** The key of a request, if it has one. @throws AppError `invalid_input` for one of no length or too long */
export function requestKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (header.length === 0 || header.length > 255) throw new AppError('invalid_input');
  return header;
}

/** Keys that callers give their requests (`Idempotency-Key`). The answer to a repeated one comes from our own rows. */
@Injectable()
export class RequestKeys {
  constructor(private readonly dataSource: DataSource) {}

  /** The same key for another request is refused. @throws AppError `idempotency_conflict` */
  async remember(userId: number, key: string, request: object): Promise<void> {
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    await this.dataSource.query(
      'insert into idempotency_keys (user_id, key, request_hash) values ($1, $2, $3) on conflict do nothing',
      [userId, key, requestHash],
    );
    const [known] = await this.dataSource.query<{ request_hash: string }[]>(
      'select request_hash from idempotency_keys where user_id = $1 and key = $2',
      [userId, key],
    );
    if (known?.request_hash !== requestHash) throw new AppError('idempotency_conflict');
  }
}
