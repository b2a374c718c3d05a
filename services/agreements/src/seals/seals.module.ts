import { Module } from '@nestjs/common';
import { OwedSigningEntity } from './owed-signings.js';
import { RecordingCopies, RecordingCopyEntity } from './recording-copies.js';
import { SealEntity, SealPartEntity } from './seal.entity.js';
import { SealKeys } from './seal-keys.js';
import { SealOrders } from './seal-orders.js';
import { SealsConsumer } from './seals.consumer.js';
import { TimestampAuthority } from './timestamp-authority.js';
import { TimestampSeals } from './timestamp-seals.schedule.js';
import { TranscriptCopies, TranscriptCopyEntity } from './transcript-copies.js';

export {
  type CopyFormat,
  type CopyRow,
  copyFormats,
  RecordingCopies,
  type RecordingCopy,
  RecordingCopyEntity,
} from './recording-copies.js';
export {
  commonKinds,
  contentKinds,
  isMade,
  type MadeSeal,
  markContentDeleted,
  namelessKinds,
  type PartKind,
  partKinds,
  quotesLeft,
  SealEntity,
  SealPartEntity,
  sealedContent,
} from './seal.entity.js';
export { SealKeys } from './seal-keys.js';
export { hasOpenSealJob, type SealAgreementPayload, SealOrders, sealAgreement } from './seal-orders.js';
export {
  consentKinds,
  type HeardConsents,
  heardBeforeDeletion,
  heardFromLog,
  readHeard,
  readObject,
  type SealedSpokenConsent,
  withoutWords,
} from './spoken-consents.js';
export { readInfo, toArrayBuffer } from './timestamp-authority.js';
export { TranscriptCopies, TranscriptCopyEntity } from './transcript-copies.js';

/** Seals: the rows that ask for them, the keys that sign them, their time stamps, and the signed hashes of copies. */
@Module({
  controllers: [SealsConsumer],
  providers: [SealKeys, SealOrders, RecordingCopies, TranscriptCopies, TimestampAuthority, TimestampSeals],
  exports: [SealKeys, SealOrders, RecordingCopies, TranscriptCopies],
})
export class SealsModule {}

export const sealsWork = { schedules: [TimestampSeals] };

export const sealsEntities = [
  SealEntity,
  SealPartEntity,
  RecordingCopyEntity,
  TranscriptCopyEntity,
  OwedSigningEntity,
];
