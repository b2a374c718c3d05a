import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { transcriptRequested } from '#contracts';
import type { ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, DAY_MS, LOGGER } from '#platform';
import { EventLog } from '../event-log/event-log.module.js';
import { currentRecording, findCurrentRecording } from '../recordings/recordings.module.js';
import { AgreementsRepository, ASK_AGAIN_MS, lockAgreement } from './agreements.repository.js';
import { moveStuck } from './deadlines.js';

const BATCH = 200;

/** A transcript of which nothing is heard any more, because an event or a job was lost, is asked for again. */
@Injectable()
export class FindStuckWork implements ScheduleHandler {
  readonly schedule = { name: 'find-stuck-work', everyMs: 15 * 60_000 };

  constructor(
    private readonly agreements: AgreementsRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const stuck = await this.agreements.findStuck(this.clock.now(), BATCH);
    for (const agreementId of stuck) {
      if (signal.aborted) return;
      await this.askAgain(agreementId).catch((error: unknown) => {
        this.logger.error({ err: error, agreementId }, 'stuck work will be asked for again');
      });
    }
  }

  private async askAgain(agreementId: string): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const now = this.clock.now();
      // Another copy of the service, or an event, may have come first.
      const isStill = await this.agreements.isStuck(manager, agreementId, now);
      if (!isStill || agreement.ownerId === null) return;
      await moveStuck(manager, agreementId, new Date(now.getTime() + ASK_AGAIN_MS), now);
      const [told] = await this.log.times(manager, agreementId, 'stuck', 1);
      if (!told || now.getTime() - told.getTime() >= DAY_MS) {
        const { transcriptStage: stage, transcriptPercent: percent } = agreement;
        const detail = { stage, percent };
        await this.log.append(manager, agreementId, { type: 'stuck', actor: 'agreements', detail });
      }
      const recording = await currentRecording(manager, agreementId, 'a');
      const consent = await findCurrentRecording(manager, agreementId, 'b');
      await this.outbox.add(manager, transcriptRequested, {
        agreementId,
        ownerId: agreement.ownerId,
        recordingId: recording.id,
        isPaid: true,
        ...(consent ? { consentRecordingId: consent.id } : {}),
      });
    });
  }
}
