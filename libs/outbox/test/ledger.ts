import { Controller, Module } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import { defineEvent, type EventEnvelope } from '#contracts';
import { attachConsumers, deadLetterQueue, OnEvent, retryQueue } from '#messaging';
import { BaseConfig, DatabaseModule, databaseOptions, type ServiceDefinition } from '#platform';
import { uniqueName } from '../../platform/test/test-service.js';
import { Inbox, Outbox, OutboxModule, outboxEntities } from '../src/index.js';

export class Booking {
  @IsString() account: string;
  @IsInt() amount: number;
}

const producer = uniqueName();
export const bookingMade = defineEvent(`${producer}.booking.made`, 1, Booking, (booking) => booking.account);

class Entry {
  @IsString() owner: string;
  @IsInt() amount: number;
}

/** The same as a later release calls it, while copies run that know it as `bookingMade` alone. */
export const entryMade = defineEvent(`${producer}.entry.made`, 1, Entry, (entry) => entry.owner, {
  ...{ name: bookingMade.name, fields: { owner: 'account' }, isSent: true },
});

/** Nobody handles this one. */
export const bookingLost = defineEvent(`${producer}.booking.lost`, 1, Booking, (booking) => booking.account);

/** Everything that the test service's handler got, in the order in which it came. */
export const received: EventEnvelope<Booking>[] = [];
/** How the handler is to behave for an account; without an entry it counts. */
export const obstacles = new Map<string, () => Promise<void>>();

@Controller()
class BookingConsumer {
  constructor(private readonly inbox: Inbox) {}

  @OnEvent(bookingMade) async count(event: EventEnvelope<Booking>): Promise<void> {
    received.push(event);
    await obstacles.get(event.data.account)?.();
    await this.inbox.once(event, 'count', async (manager) => {
      await manager.query('insert into effects (message_id) values ($1)', [event.id]);
    });
  }
}

@Module({
  imports: [DatabaseModule.forEntities(outboxEntities), OutboxModule],
  controllers: [BookingConsumer],
})
class LedgerModule {}

/** A service that books, tells of it and counts what it is told. */
export const ledgerService: ServiceDefinition = {
  name: uniqueName(),
  config: BaseConfig,
  module: LedgerModule,
  prepare: async (app) => {
    attachConsumers(app);
  },
};

export const queue = `${ledgerService.name}.count`;

/** The queues of the service: of its handler and its retry tiers. */
export const queuesOf = (retryDelays: readonly number[]): string[] => [
  queue,
  deadLetterQueue(queue),
  ...retryDelays.map((delayMs) => retryQueue(ledgerService.name, delayMs)),
];

/** A new ledger, which knows nothing of what other test files have booked. */
export async function openLedger(databaseUrl: string): Promise<DataSource> {
  received.length = 0;
  obstacles.clear();
  const dataSource = await new DataSource(databaseOptions(databaseUrl, 10, outboxEntities)).initialize();
  await dataSource.synchronize();
  await dataSource.query(
    `create table bookings (account text not null, amount int not null);
     create table effects (message_id uuid not null)`,
  );
  return dataSource;
}

/** Books and tells of it in one transaction. */
export function book(outbox: Outbox, account: string, amount: number, definition = bookingMade) {
  return outbox.transaction((manager) => bookIn(outbox, manager, account, amount, definition));
}

export async function bookIn(
  outbox: Outbox,
  manager: EntityManager,
  account: string,
  amount: number,
  definition = bookingMade,
): Promise<EventEnvelope<Booking>> {
  await manager.query('insert into bookings (account, amount) values ($1, $2)', [account, amount]);
  return outbox.add(manager, definition, { account, amount });
}
