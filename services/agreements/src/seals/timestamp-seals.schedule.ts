import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, IsNull, LessThan, Not } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Clock, dueBy, failpoint, HOUR_MS, LOGGER, Outages, TIMESTAMPS } from '#platform';
import { isMade, type MadeSeal, SealEntity } from './seal.entity.js';
import { SealKeys } from './seal-keys.js';
import { TimestampAuthority } from './timestamp-authority.js';

const BATCH = 50;
/** An authority that is away, or refuses, is asked again after this. */
const AGAIN_AFTER_MS = 5 * 60_000;
/** A seal that has waited for longer is told of: what is not stamped while its key is safe never can be. */
const TOLD_AFTER_MS = HOUR_MS;

/**
 * Adds time stamps to seals. They count without: an authority that is away holds up nothing. Support hears of one that has
 * stamped nothing for an hour.
 */
@Injectable()
export class TimestampSeals implements ScheduleHandler {
  readonly schedule = { name: 'timestamp-seals', everyMs: 60_000 };
  private unstampedSince: Date | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly keys: SealKeys,
    private readonly authority: TimestampAuthority,
    outages: Outages,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outages.announce(TIMESTAMPS, () => this.unstampedSince);
  }

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
    let [stamped, refused] = [0, 0];
    for (const seal of seals.filter(isMade)) {
      if (signal.aborted) return;
      try {
        await this.stamp(seal, signal);
        stamped += 1;
      } catch (error) {
        refused += 1;
        const { agreementId, version } = seal;
        this.logger.warn({ err: error, agreementId, version }, 'time stamp will be asked for again');
        await this.postpone(seal);
      }
    }
    // One that has just stamped is there, however many seals still wait for their turn.
    if (stamped > 0) this.unstampedSince = null;
    else if (refused > 0 || this.unstampedSince !== null) this.unstampedSince = await this.waitsSince();
  }

  /** When the first seal was made that has waited for its stamp for too long; null when there is none. */
  private async waitsSince(): Promise<Date | null> {
    const before = new Date(this.clock.now().getTime() - TOLD_AFTER_MS);
    const oldest = await this.dataSource.manager.findOne(SealEntity, {
      where: { sealedAt: LessThan(before), timestampToken: IsNull(), timestampDueAt: Not(IsNull()) },
      order: { sealedAt: 'ASC' },
    });
    return oldest?.sealedAt ?? null;
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
