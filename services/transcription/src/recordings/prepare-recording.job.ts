import { Injectable } from '@nestjs/common';
import { outlineLength, recordingPreviewed } from '#contracts';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { deriveAudio, outlineOf, UNPAID_NICENESS } from '#media';
import { Outbox } from '#outbox';
import { failpoint } from '#platform';
import { type PrepareRecordingPayload, prepareRecording } from './prepare-recording.definition.js';
import { RecordingWork } from './recording-work.js';

/**
 * All that is made of a recording before it is paid: its length, the 5-second preview, the waveform and where somebody
 * speaks. It costs one decode and keeps a few kilobytes, whatever came. The original is only read.
 */
@Injectable()
export class PrepareRecording implements JobHandler<PrepareRecordingPayload> {
  readonly job = prepareRecording;

  constructor(
    private readonly outbox: Outbox,
    private readonly work: RecordingWork,
  ) {}

  async run({ payload: { recordingId }, signal }: JobRun<PrepareRecordingPayload>): Promise<Commit> {
    const recording = await this.work.find(recordingId);
    // Whoever paid meanwhile got more than this.
    if (recording.preparedAt && !recording.deletedAt) return async () => undefined;
    return this.work.on(recording, signal, async (original, folder) => {
      const options = { signal, niceness: UNPAID_NICENESS };
      const measured = await this.work.measure(original, options);
      const { preview: file } = await deriveAudio(original, folder, ['preview'], options);
      const preview = await this.work.keep(recordingId, 'preview.mp3', file);
      failpoint('transcription.prepare.after-object');
      return async (manager) => {
        if (!(await this.work.write(manager, recording, measured))) return;
        await this.outbox.add(manager, recordingPreviewed, {
          ...{ agreementId: recording.agreementId, recordingId, preview },
          durationMs: Math.round(measured.durationSeconds * 1000),
          outline: outlineOf(measured.peaks, outlineLength),
        });
      };
    });
  }

  giveUp({ recordingId }: PrepareRecordingPayload): Promise<Commit> {
    return this.work.giveUp(recordingId);
  }
}
