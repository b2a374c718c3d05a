import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A long recording that arrives in chunks. */
@Entity('uploads')
export class UploadEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** SHA-256 of the secret that its sender brings with every call. */
  @Column('text', { name: 'token_hash' })
  tokenHash: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Once finalized. */
  @Column('text', { name: 'agreement_id', nullable: true })
  agreementId: string | null;
}

/** A chunk that has arrived. */
@Entity('upload_chunks')
export class ChunkEntity {
  @PrimaryColumn('uuid', { name: 'upload_id' })
  uploadId: string;

  /** Its place in the recording, from 0. */
  @PrimaryColumn('int')
  n: number;

  @Column('int')
  bytes: number;

  @Column('text')
  sha256: string;
}
