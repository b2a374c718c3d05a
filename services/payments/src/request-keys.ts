import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, IsNull, PrimaryColumn } from 'typeorm';
import { AppError, insertIfNew } from '#platform';

@Entity('idempotency_keys')
export class RequestKeyEntity {
  @PrimaryColumn('int')
  userId: number;

  @PrimaryColumn('text')
  key: string;

  @Column('text')
  requestHash: string;

  /** The order that the request began to pay. */
  @Column('uuid', { nullable: true })
  orderId: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}

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

  /**
   * The same key for another request is refused. Answers the order that the request began to pay, if it came before.
   * @throws AppError `idempotency_conflict`
   */
  async remember(userId: number, key: string, request: object): Promise<string | null> {
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const { manager } = this.dataSource;
    if (await insertIfNew(manager, RequestKeyEntity, { userId, key, requestHash })) return null;
    const known = await manager.findOneBy(RequestKeyEntity, { userId, key });
    if (known?.requestHash !== requestHash) throw new AppError('idempotency_conflict');
    return known.orderId;
  }

  /** Binds a key to what its request pays, once and for all. Answers false when it is bound to another order. */
  async bind(userId: number, key: string, orderId: string): Promise<boolean> {
    const { manager } = this.dataSource;
    await manager.update(RequestKeyEntity, { userId, key, orderId: IsNull() }, { orderId });
    return manager.existsBy(RequestKeyEntity, { userId, key, orderId });
  }
}
