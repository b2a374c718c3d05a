import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConfirmationVia, ConsentVia, DeviceMatch } from '../agreements/agreements.module.js';

/** Party B's consent, given from afar. */
@Entity('consents')
export class ConsentEntity {
  @PrimaryColumn('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('uuid', { name: 'recording_id' })
  recordingId: string;

  /** Null from a time when the number alone was enough. */
  @Column('uuid', { name: 'invitation_id', nullable: true })
  invitationId: string | null;

  @Column('text', { name: 'wording_version' })
  wordingVersion: string;

  @Column('timestamptz', { name: 'consented_at' })
  consentedAt: Date;

  @Column('text')
  via: ConsentVia;

  /** The code that was typed; null when there was none. */
  @Column('uuid', { name: 'code_id', nullable: true })
  codeId: string | null;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  device: string | null;

  @Column('text', { name: 'device_match', nullable: true })
  deviceMatch: DeviceMatch | null;
}

/** What party B said afterwards. Rows are added and never changed or removed. */
@Entity('confirmations')
export class ConfirmationEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('text')
  answer: 'yes' | 'no';

  @Column('text')
  via: ConfirmationVia;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz', { name: 'answered_at' })
  answeredAt: Date;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  device: string | null;

  @Column('text', { name: 'device_match', nullable: true })
  deviceMatch: DeviceMatch | null;
}
