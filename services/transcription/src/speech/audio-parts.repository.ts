import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, type EntityManager, In, IsNull, PrimaryColumn } from 'typeorm';
import { RecordingEntity, type Span, type TranscriptSegment } from '../recordings/recordings.module.js';

/** What an engine heard in one part. Times count from the start of the recording. */
export interface HeardPart extends Span {
  segments: TranscriptSegment[];
  language: string | null;
}

/** A part that an engine is done with. */
@Entity('speech_parts')
export class AudioPartEntity {
  @PrimaryColumn('uuid')
  recordingId: string;

  @PrimaryColumn('text')
  engine: string;

  @PrimaryColumn('int')
  startMs: number;

  @Column('int')
  endMs: number;

  @Column('jsonb')
  segments: TranscriptSegment[];

  @Column('text', { nullable: true })
  language: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  finishedAt: Date;
}

/** The parts that the engine is done with. Each was paid for, so none is asked for twice. */
@Injectable()
export class AudioPartsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What an engine made of these parts, in their order; null where nothing is known, or only of another division. */
  async read(recordingId: string, engine: string, plan: readonly Span[]): Promise<(HeardPart | null)[]> {
    const rows = await this.rows([recordingId], engine);
    return plan.map((span) => {
      const row = rows.find(({ startMs, endMs }) => startMs === toMs(span.start) && endMs === toMs(span.end));
      return row ? { ...span, segments: row.segments, language: row.language } : null;
    });
  }

  /** What has been heard of recordings so far by the engine that works on them, by recording, in order of time. */
  async heard(recordingIds: readonly string[]): Promise<Map<string, TranscriptSegment[]>> {
    const last = await this.dataSource.manager.findOne(AudioPartEntity, {
      select: { engine: true },
      where: { recordingId: In([...recordingIds]) },
      order: { finishedAt: 'DESC' },
    });
    const rows = last ? await this.rows(recordingIds, last.engine) : [];
    return new Map(
      recordingIds.map((id) => [
        id,
        rows.filter(({ recordingId }) => recordingId === id).flatMap(({ segments }) => segments),
      ]),
    );
  }

  /**
   * Of a recording whose content is deleted nothing is kept. Takes the lock of the recording's row. A part of another
   * division gives way, one of the same stays as it was: that compares with the row that is there, in one statement.
   */
  async save(manager: EntityManager, recordingId: string, engine: string, part: HeardPart): Promise<void> {
    const kept = await manager.findOne(RecordingEntity, {
      select: { id: true },
      where: { id: recordingId, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_read' },
    });
    if (!kept) return;
    await manager.query(
      `insert into speech_parts (recording_id, engine, start_ms, end_ms, segments, language)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (recording_id, engine, start_ms) do update
         set end_ms = excluded.end_ms, segments = excluded.segments, language = excluded.language,
           finished_at = now()
         where speech_parts.end_ms <> excluded.end_ms`,
      [
        ...[recordingId, engine, toMs(part.start), toMs(part.end)],
        ...[JSON.stringify(part.segments), part.language],
      ],
    );
  }

  /** Those of all recordings of an agreement, in one statement: whatever was saved before it began. */
  async delete(manager: EntityManager, agreementId: string): Promise<void> {
    await manager.query(
      'delete from speech_parts using recordings r where r.id = recording_id and r.agreement_id = $1',
      [agreementId],
    );
  }

  private rows(recordingIds: readonly string[], engine: string): Promise<AudioPartEntity[]> {
    return this.dataSource.manager.find(AudioPartEntity, {
      where: { recordingId: In([...recordingIds]), engine },
      order: { startMs: 'ASC' },
    });
  }
}

const toMs = (seconds: number): number => Math.round(seconds * 1000);
