import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { failpoint, unlessBackup } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { type DeleteFilesPayload, deleteRecordingFiles } from './delete-files.definition.js';
import { derivedKey, derivedNames } from './derived-key.js';

/** Removes what was made of a recording whose content is deleted: it holds the voices too. */
@Injectable()
export class DeleteRecordingFiles implements JobHandler<DeleteFilesPayload> {
  readonly job = deleteRecordingFiles;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async run({ payload }: JobRun<DeleteFilesPayload>): Promise<Commit> {
    await unlessBackup(this.dataSource, async () => {
      for (const name of derivedNames) {
        await this.store.delete(derivedKey(payload.recordingId, name));
        failpoint('transcription.delete-files.after-object');
      }
    });
    return async () => undefined;
  }
}
