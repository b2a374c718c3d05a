import type { Away, Dependency } from '#platform';

/** Shorter outages heal before anybody has read a mail about them. */
const TELL_AFTER_MS = 10 * 60_000;
/** A dependency that was back for less than this was never back. */
const BACK_AFTER_MS = 60_000;

/** A dependency that is away, and what support was told of it. */
export interface Outage {
  readonly dependency: Dependency;
  since: Date;
  /** Events and jobs that the services held when one was last seen to miss it. */
  waiting: number;
  services: readonly string[];
  /** It was still away at a look ten minutes after its beginning. */
  isLong: boolean;
  /** Since when it is there again. */
  overAt: Date | null;
  toldAt: Date | null;
  overToldAt: Date | null;
}

/** What support is to be told: that something is away, or that it is over. */
export interface Due {
  outage: Outage;
  what: 'away' | 'over';
}

/** Follows what is away from look to look. All times are those of the product's clock. */
export class OutageWatch {
  private readonly current = new Map<Dependency, Outage>();
  /** Over and told; only not written down yet. */
  private finished: Outage[] = [];

  /**
   * @param aheadMs how far the product's clock is ahead of the machine's, whose times services tell
   * @param silent services that say nothing: what only they missed may still be away
   */
  see(away: readonly Away[], silent: ReadonlySet<string>, now: Date, aheadMs: number): void {
    for (const { dependency, since: told, waiting, services } of away) {
      const since = new Date(Math.min(Date.parse(told) + aheadMs, now.getTime()));
      const known = this.current.get(dependency);
      if (!known) {
        const untold = { isLong: false, overAt: null, toldAt: null, overToldAt: null };
        this.current.set(dependency, { dependency, since, waiting, services, ...untold });
        continue;
      }
      // Mails are recognised by it: once told it stays.
      if (known.toldAt === null && since < known.since) known.since = since;
      Object.assign(known, { waiting, services, overAt: null });
    }
    const seen = new Set(away.map(({ dependency }) => dependency));
    for (const outage of this.current.values()) {
      const { dependency, services, since } = outage;
      const isUnknown = services.length > 0 && services.every((service) => silent.has(service));
      if (!seen.has(dependency) && !isUnknown) outage.overAt ??= now;
      else if (now.getTime() - since.getTime() >= TELL_AFTER_MS) outage.isLong = true;
    }
  }

  /** Goes on with an outage that was written down before this process knew of it. */
  resume(outage: Outage): void {
    if (!this.current.has(outage.dependency)) this.current.set(outage.dependency, outage);
  }

  due(now: Date): Due[] {
    const due: Due[] = [];
    for (const outage of this.current.values()) {
      const { dependency, isLong, overAt, toldAt } = outage;
      if (overAt === null) {
        // That mails cannot leave is told when they can.
        if (isLong && toldAt === null && dependency !== 'smtp') due.push({ outage, what: 'away' });
      } else if (now.getTime() - overAt.getTime() >= BACK_AFTER_MS) {
        if (isLong) due.push({ outage, what: 'over' });
        else this.current.delete(dependency);
      }
    }
    return due;
  }

  /** Worth being written down. */
  lasting(): Outage[] {
    return [...this.finished, ...[...this.current.values()].filter(({ isLong }) => isLong)];
  }

  /** Support knows that it is over. */
  finish(outage: Outage): void {
    this.current.delete(outage.dependency);
    this.finished.push(outage);
  }

  /** Written down to its end. */
  forget(outage: Outage): void {
    if (this.current.get(outage.dependency) === outage) this.current.delete(outage.dependency);
    this.finished = this.finished.filter((other) => other !== outage);
  }
}
