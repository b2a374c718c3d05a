import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { addressKey, type Principal } from '#platform';
import { FreeSpace } from '#storage';
import { AgreementEntity } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { UsageRepository, type Want } from './usage.repository.js';

/** A form is larger than the files in it by at most this. The exact count follows. */
const FORM_BYTES = 256 * 1024;

/** Who sends a recording, and from where. */
export interface Sender {
  caller: Principal;
  /** IP address, as the gateway saw it. */
  address: string | null;
}

interface Sent {
  bytes: number;
  durationMs: number;
}

/**
 * How much people may send who have paid nothing yet: their recordings cost disk and processors for a month. Who has paid
 * for a contract once is a customer and not counted.
 */
@Injectable()
export class UnpaidQuota {
  /** Bytes on their way to this process from those who have paid nothing, by the key of their budget. */
  private readonly expectedBytes = new Map<string, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: AgreementsConfig,
    private readonly usage: UsageRepository,
    private readonly space: FreeSpace,
  ) {}

  /** Before anything is sent. @throws AppError `storage_full`, `daily_limit` */
  async assertOpen(sender: Sender): Promise<void> {
    await this.space.assertEnough();
    await this.assertLeft(sender, { bytes: 1, durationMs: 1 });
  }

  /**
   * Keeps room on the disk, and of what the sender may still send today, for a body that `work` reads.
   * @param bytes as many as are to come at most
   * @param durationMs of what is to be new; 0 where it may be what was counted before
   * @throws AppError `storage_full`, `daily_limit`
   */
  during<T>(sender: Sender, bytes: number, work: () => Promise<T>, durationMs = 1): Promise<T> {
    return this.space.during(bytes, async () => {
      if (await this.isCustomer(this.dataSource.manager, sender.caller)) return work();
      const key = this.addressOf(sender);
      const amount = Math.max(1, bytes - FORM_BYTES);
      // Those who came before count first: of many at the same time, as many get through as there is left for.
      const before = this.expectedBytes.get(key) ?? 0;
      this.expectedBytes.set(key, before + amount);
      try {
        await this.usage.assertLeft(this.wants(sender, { bytes: before + amount, durationMs }));
        return await work();
      } finally {
        const left = (this.expectedBytes.get(key) ?? amount) - amount;
        if (left > 0) this.expectedBytes.set(key, left);
        else this.expectedBytes.delete(key);
      }
    });
  }

  /** Before work is done for a recording. Counts nothing. @throws AppError `daily_limit` */
  async assertLeft(sender: Sender, sent: Sent): Promise<void> {
    if (await this.isCustomer(this.dataSource.manager, sender.caller)) return;
    await this.usage.assertLeft(this.wants(sender, sent));
  }

  /** Counts what is being stored, in the transaction that stores it. @throws AppError `daily_limit` */
  async count(manager: EntityManager, sender: Sender, sent: Sent): Promise<void> {
    if (await this.isCustomer(manager, sender.caller)) return;
    await this.usage.take(manager, this.wants(sender, sent));
  }

  private wants(sender: Sender, { bytes, durationMs }: Sent): Want[] {
    const key = this.addressOf(sender);
    const { unpaidBytesPerDay, unpaidSecondsPerDay } = this.config;
    const wants: Want[] = [
      { kind: 'sent-bytes', key, amount: bytes, limit: unpaidBytesPerDay },
      { kind: 'sent-ms', key, amount: durationMs, limit: unpaidSecondsPerDay * 1000 },
    ];
    return wants.filter(({ amount }) => amount > 0);
  }

  /** Counts speech that is recognised before anything is paid. @throws AppError `daily_limit` */
  async countRecognition(manager: EntityManager, sender: Sender, durationMs: number): Promise<void> {
    const { recognisedSecondsPerAccount, recognisedSecondsPerAddress } = this.config;
    await this.usage.take(manager, [
      {
        kind: 'recognised-account-ms',
        key: this.pseudonym(`user:${sender.caller.id}`),
        amount: durationMs,
        limit: recognisedSecondsPerAccount * 1000,
      },
      {
        kind: 'recognised-address-ms',
        key: this.addressOf(sender),
        amount: durationMs,
        limit: recognisedSecondsPerAddress * 1000,
      },
    ]);
  }

  /** Whose unpaid recordings are prepared one after the other. */
  laneOf(sender: Sender): string {
    const { kind, id } = sender.caller;
    return kind === 'user' ? this.pseudonym(`user:${id}`) : this.addressOf(sender);
  }

  /** @param manager of the caller's transaction, where there is one: another connection may have to be waited for */
  private async isCustomer(manager: EntityManager, { kind, id: ownerId }: Principal): Promise<boolean> {
    if (kind !== 'user') return false;
    return manager.existsBy(AgreementEntity, { ownerId, paidAt: Not(IsNull()) });
  }

  private addressOf({ address }: Sender): string {
    return this.pseudonym(`address:${addressKey(address ?? '')}`);
  }

  /** Addresses are kept nowhere but in the evidence. */
  private pseudonym(who: string): string {
    return createHmac('sha256', this.config.linkSecret).update(`intake:${who}`).digest('hex').slice(0, 32);
  }
}
