import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { RecordingStored } from '#contracts';
import { Jobs } from '#jobs';
import { completeRecording } from './complete-recording.definition.js';
import { deleteRecordingFiles } from './delete-files.definition.js';
import { prepareRecording } from './prepare-recording.definition.js';
import { RecordingEntity } from './recording.entity.js';

@Injectable()
export class RecordingsService {
  constructor(private readonly jobs: Jobs) {}

  /**
   * A new recording: it is measured and previewed at once. Party B only speaks when it is paid, so all is made of that one;
   * whichever job comes first measures it, because the transcript waits for that and not for the copies.
   */
  async stored(manager: EntityManager, event: RecordingStored): Promise<void> {
    const {
      recordingId,
      agreementId,
      objectKey,
      mime,
      durationMs,
      party = 'a',
      lane,
      language,
      turns,
    } = event;
    await manager.insert(RecordingEntity, {
      id: recordingId,
      agreementId,
      party,
      objectKey,
      mime,
      durationMs,
      language: language ?? null,
      turns: turns ?? null,
    });
    if (party === 'b') await this.complete(manager, recordingId);
    const payload = { recordingId, ...(lane === undefined ? {} : { lane }) };
    await this.jobs.add(manager, prepareRecording, recordingId, payload);
  }

  /** It is paid: everything is made of it, once. */
  complete(manager: EntityManager, recordingId: string): Promise<void> {
    return this.jobs.add(manager, completeRecording, recordingId, { recordingId });
  }

  /** Whether the news of all of them has come. */
  async areKnown(manager: EntityManager, ids: readonly string[]): Promise<boolean> {
    return (await manager.countBy(RecordingEntity, { id: In([...ids]) })) === ids.length;
  }

  /**
   * The recordings in the order of the ids.
   * @throws Error while the news of one of them has not come.
   */
  async inOrder(manager: EntityManager, ids: readonly string[]): Promise<RecordingEntity[]> {
    const found = await manager.findBy(RecordingEntity, { id: In([...ids]) });
    return ids.map((id) => {
      const recording = found.find((one) => one.id === id);
      if (!recording) throw new Error(`recording ${id} is not known yet`);
      return recording;
    });
  }

  /** Those that are not prepared and that no open job prepares. */
  async idle(manager: EntityManager, recordings: readonly RecordingEntity[]): Promise<RecordingEntity[]> {
    const rows = await manager.query<{ id: string }[]>(
      `select payload->>'recordingId' as id from jobs
       where status in ('queued', 'running') and name = any($1) and payload->>'recordingId' = any($2)`,
      [[prepareRecording.name, completeRecording.name], recordings.map((recording) => recording.id)],
    );
    const busy = new Set(rows.map((row) => row.id));
    return recordings.filter((recording) => !recording.preparedAt && !busy.has(recording.id));
  }

  /** Tries once more to prepare it. `run` tells this try from those before. */
  async prepareAgain(
    manager: EntityManager,
    { id }: RecordingEntity,
    { run, isPaid }: { run: number; isPaid: boolean },
  ): Promise<void> {
    await manager.update(RecordingEntity, { id }, { unusableAt: null });
    await this.jobs.add(manager, isPaid ? completeRecording : prepareRecording, `${id}:${run}`, {
      recordingId: id,
    });
  }

  /** Has everything removed that was made of it. `occasion` tells two removals of the same recording apart. */
  removeFiles(manager: EntityManager, recordingId: string, occasion: 'deleted' | 'late'): Promise<void> {
    return this.jobs.add(manager, deleteRecordingFiles, `${recordingId}:${occasion}`, { recordingId });
  }
}
