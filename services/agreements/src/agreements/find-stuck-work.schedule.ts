import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { transcriptRequested } from '#contracts';
import type { ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, DAY_MS, LOGGER } from '#platform';
import { EventLog } from '../event-log/event-log.module.js';
import { currentRecording, findCurrentRecording } from '../recordings/recordings.module.js';
import { lockAgreement } from './agreement.queries.js';

const SILENCE_MINUTES = 30;
const ASK_AGAIN_MINUTES = 15;
const BATCH = 200;

/** Paid, in work, and nothing was heard for half an hour, nor asked a quarter of an hour ago. */
const SELECT_STUCK = `
  select a.agreement_id as "agreementId" from agreements a
  left join consents c on c.agreement_id = a.agreement_id
  left join deadlines d on d.agreement_id = a.agreement_id and d.kind = 'stuck'
  where a.status = 'processing' and a.status_reason is distinct from 'needs_fallback'
    and a.content_deleted_at is null and a.owner_id is not null
    and greatest(a.transcript_at, c.consented_at, a.paid_at) <= $1::timestamptz - interval '${SILENCE_MINUTES} minutes'
    and (d.due_at is null or d.due_at <= $1)`;

/** A transcript of which nothing is heard any more, because an event or a job was lost, is asked for again. */
@Injectable()
export class FindStuckWork implements ScheduleHandler {
  readonly schedule = { name: 'find-stuck-work', everyMs: 15 * 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const stuck = await this.dataSource.query<{ agreementId: string }[]>(
      `${SELECT_STUCK} order by a.id limit ${BATCH}`,
      [this.clock.now()],
    );
    for (const { agreementId } of stuck) {
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
      const still = await manager.query<unknown[]>(`${SELECT_STUCK} and a.agreement_id = $2`, [
        now,
        agreementId,
      ]);
      if (still.length === 0 || agreement.ownerId === null) return;
      await manager.query(
        `insert into deadlines (agreement_id, kind, due_at, done_at)
         values ($1, 'stuck', $2::timestamptz + interval '${ASK_AGAIN_MINUTES} minutes', $2)
         on conflict (agreement_id, kind) do update set due_at = excluded.due_at, done_at = excluded.done_at`,
        [agreementId, now],
      );
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
