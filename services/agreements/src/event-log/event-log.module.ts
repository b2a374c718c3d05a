import { Module } from '@nestjs/common';
import { EventLog, LogRowEntity } from './event-log.js';

export {
  EventLog,
  hashRow,
  isByAdmin,
  LOG_COLUMNS,
  type LogEntry,
  type LogRow,
  LogRowEntity,
  type WalkedLog,
  walkRows,
} from './event-log.js';
export { KnownSignatures, LogSeal } from './log-seal.js';
export type { LogType } from './log-types.js';

/** The append-only log of each agreement: one chain of hashes, whose end is signed. */
@Module({ providers: [EventLog], exports: [EventLog] })
export class EventLogModule {}

export const eventLogEntities = [LogRowEntity];
