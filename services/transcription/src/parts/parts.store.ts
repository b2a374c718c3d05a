import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { TranscriptSegment } from '../speech/speech-engine.js';
import type { Span } from '../transcripts/transcript-content.js';

/** What an engine heard in one part. Times count from the start of the recording. */
export interface HeardPart extends Span {
  segments: TranscriptSegment[];
  language: string | null;
}

interface PartRow {
  recordingId: string;
  startMs: number;
  endMs: number;
  segments: TranscriptSegment[];
  language: string | null;
}

/** The parts that the engine is done with. Each was paid for, so none is asked for twice. */
@Injectable()
export class PartsStore {
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
    const [last] = await this.dataSource.query<{ engine: string }[]>(
      'select engine from speech_parts where recording_id = any($1) order by finished_at desc limit 1',
      [recordingIds],
    );
    const rows = last ? await this.rows(recordingIds, last.engine) : [];
    return new Map(
      recordingIds.map((id) => [
        id,
        rows.filter(({ recordingId }) => recordingId === id).flatMap(({ segments }) => segments),
      ]),
    );
  }

  /** Of a recording whose content is deleted nothing is kept. Takes the lock of the recording's row. */
  async save(manager: EntityManager, recordingId: string, engine: string, part: HeardPart): Promise<void> {
    const kept = await manager.query<unknown[]>(
      'select 1 from recordings where id = $1 and deleted_at is null for share',
      [recordingId],
    );
    if (kept.length === 0) return;
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

  async delete(manager: EntityManager, agreementId: string): Promise<void> {
    await manager.query(
      'delete from speech_parts using recordings r where r.id = recording_id and r.agreement_id = $1',
      [agreementId],
    );
  }

  private rows(recordingIds: readonly string[], engine: string): Promise<PartRow[]> {
    return this.dataSource.query<PartRow[]>(
      `select recording_id as "recordingId", start_ms as "startMs", end_ms as "endMs", segments, language
       from speech_parts where recording_id = any($1) and engine = $2 order by start_ms`,
      [recordingIds, engine],
    );
  }
}

const toMs = (seconds: number): number => Math.round(seconds * 1000);
