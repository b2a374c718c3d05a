import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConfirmationVia, ConsentVia, DeviceMatch } from '../agreements/agreements.module.js';

/** Party B's consent, given from afar. */
@Entity('consents')
export class ConsentEntity {
  @PrimaryColumn('text')
  agreementId: string;

  @Column('uuid')
  recordingId: string;

  /** Null from a time when the number alone was enough. */
  @Column('uuid', { nullable: true })
  invitationId: string | null;

  @Column('text')
  wordingVersion: string;

  @Column('timestamptz')
  consentedAt: Date;

  @Column('text', { default: 'number' })
  via: ConsentVia;

  /** The code that was typed; null when there was none. */
  @Column('uuid', { nullable: true })
  codeId: string | null;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  device: string | null;

  @Column('text', { nullable: true })
  deviceMatch: DeviceMatch | null;
}

/** What party B said afterwards. Rows are added and never changed or removed. */
@Entity('confirmations')
export class ConfirmationEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  @Column('text')
  answer: 'yes' | 'no';

  @Column('text')
  via: ConfirmationVia;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz')
  answeredAt: Date;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  device: string | null;

  @Column('text', { nullable: true })
  deviceMatch: DeviceMatch | null;
}
