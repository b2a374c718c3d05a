import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, IsNull, Not } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Clock, dueBy, failpoint, LOGGER } from '#platform';
import { isMade, type MadeSeal, SealEntity } from './seal.entity.js';
import { SealKeys } from './seal-keys.js';
import { TimestampAuthority } from './timestamp-authority.js';

const BATCH = 50;
/** An authority that is away, or refuses, is asked again after this. */
const AGAIN_AFTER_MS = 5 * 60_000;

/** Adds time stamps to seals. They count without: an authority that is away holds up nothing. */
@Injectable()
export class TimestampSeals implements ScheduleHandler {
  readonly schedule = { name: 'timestamp-seals', everyMs: 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly keys: SealKeys,
    private readonly authority: TimestampAuthority,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    if (!this.authority.isConfigured) return;
    const seals = await this.dataSource.manager.find(SealEntity, {
      where: {
        ...{ sealedAt: Not(IsNull()), timestampToken: IsNull() },
        timestampDueAt: dueBy(this.clock.now(), { longestMs: AGAIN_AFTER_MS }),
      },
      order: { timestampDueAt: 'ASC' },
      take: BATCH,
    });
    for (const seal of seals.filter(isMade)) {
      if (signal.aborted) return;
      await this.stamp(seal, signal).catch(async (error: unknown) => {
        const { agreementId, version } = seal;
        this.logger.warn({ err: error, agreementId, version }, 'time stamp will be asked for again');
        await this.postpone(seal);
      });
    }
  }

  private async stamp({ agreementId, version, manifest, keyId }: MadeSeal, signal: AbortSignal) {
    const { response, at } = await this.authority.stamp(Buffer.from(manifest), signal);
    failpoint('agreements.seal.after-timestamp');
    // The first one counts: two rounds may have asked.
    await this.dataSource.manager.update(
      SealEntity,
      { agreementId, version, timestampToken: IsNull() },
      {
        timestampToken: response,
        timestampSignature: this.keys.signWith(keyId, response).toString('base64url'),
        timestampAt: at,
        timestampDueAt: null,
      },
    );
  }

  private async postpone({ agreementId, version }: SealEntity): Promise<void> {
    const timestampDueAt = new Date(this.clock.now().getTime() + AGAIN_AFTER_MS);
    await this.dataSource.manager.update(SealEntity, { agreementId, version }, { timestampDueAt });
  }
}
