import { Injectable } from '@nestjs/common';
import { outlineLength, recordingPrepared } from '#contracts';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { deriveAudio, type MeasuredAudio, outlineOf } from '#media';
import { Outbox } from '#outbox';
import { failpoint } from '#platform';
import { type CompleteRecordingPayload, completeRecording } from './complete-recording.definition.js';
import type { RecordingEntity } from './recording.entity.js';
import { RecordingWork } from './recording-work.js';

/**
 * Makes what a paid contract gives: MP3 and WebM of the whole recording, and whatever its preparation has not come to yet.
 * The original is only read.
 */
@Injectable()
export class CompleteRecording implements JobHandler<CompleteRecordingPayload> {
  readonly job = completeRecording;

  constructor(
    private readonly outbox: Outbox,
    private readonly work: RecordingWork,
  ) {}

  async run({ payload: { recordingId }, signal }: JobRun<CompleteRecordingPayload>): Promise<Commit> {
    const recording = await this.work.find(recordingId);
    // Earlier versions have made everything before the payment.
    if (recording.mp3Key && recording.preparedAt && !recording.deletedAt) return async () => undefined;
    return this.work.on(recording, signal, async (original, folder) => {
      const measured = known(recording) ?? (await this.work.measure(original, { signal }));
      const files = await deriveAudio(original, folder, ['mp3', 'webm', 'preview'], { signal });
      const mp3 = await this.work.keep(recordingId, 'audio.mp3', files.mp3);
      failpoint('transcription.complete.after-object');
      const webm = await this.work.keep(recordingId, 'audio.webm', files.webm);
      const preview = await this.work.keep(recordingId, 'preview.mp3', files.preview);
      failpoint('transcription.complete.after-objects');
      return async (manager) => {
        if (!(await this.work.write(manager, recording, { ...measured, mp3Key: mp3.key }))) return;
        await this.outbox.add(manager, recordingPrepared, {
          ...{ agreementId: recording.agreementId, recordingId, mp3, webm, preview },
          durationMs: Math.round(measured.durationSeconds * 1000),
          outline: outlineOf(measured.peaks, outlineLength),
        });
      };
    });
  }

  giveUp({ recordingId }: CompleteRecordingPayload): Promise<Commit> {
    return this.work.giveUp(recordingId);
  }
}

/** What its preparation has found; null before that, and of recordings that were prepared by an earlier version. */
function known({ preparedAt, durationMs, peaks, speech, gainDb }: RecordingEntity): MeasuredAudio | null {
  if (!preparedAt || !peaks || !speech || gainDb === null) return null;
  return { durationSeconds: durationMs / 1000, peaks, speech, gainDb };
}
