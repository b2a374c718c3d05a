import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import {
  type Away,
  BACKUP,
  Clock,
  HealthRegistry,
  LOGGER,
  MINUTE_MS,
  SERVICE_NAME,
  type ServiceHealth,
  ServiceHealthClient,
  ServiceTokens,
  whatIsAway,
} from '#platform';
import { NotificationsConfig } from '../config.js';
import { awayMail, composeMail, overMail, renderMail } from '../mails/mails.module.js';
import { Mailer, parseMailbox } from '../smtp/smtp.module.js';
import { OutageNotices } from './outage-notices.js';
import { type Due, type Outage, OutageWatch } from './outage-watch.js';

const LOOK_EVERY_MS = 30_000;
/** A database that is frozen answers nothing at all. */
const DATABASE_MS = 5000;

/**
 * Mails support when a dependency has been away for ten minutes, and when that is over.
 *
 * It works while anything but the mail server is away: mails leave at once and not through rows and jobs, and what was
 * told is in memory until the database can take it. Their Message-IDs are made of dependency and minute, so that copies
 * that could not know of each other are recognised.
 */
@Injectable()
export class OutageMails implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly watch = new OutageWatch();
  private readonly others: ServiceHealthClient;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;

  constructor(
    private readonly config: NotificationsConfig,
    private readonly own: HealthRegistry,
    private readonly notices: OutageNotices,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    tokens: ServiceTokens,
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { authUrl, agreementsUrl, paymentsUrl, transcriptionUrl, gatewayUrl } = config;
    const urls = {
      ...{ auth: authUrl, agreements: agreementsUrl, payments: paymentsUrl, transcription: transcriptionUrl },
      ...(gatewayUrl === undefined ? {} : { gateway: gatewayUrl }),
    };
    this.others = new ServiceHealthClient(urls, { name: 'notifications', tokens });
  }

  onApplicationBootstrap(): void {
    const everyMs = Math.min(LOOK_EVERY_MS, this.config.scheduleMaxMs);
    this.timer = setInterval(() => void this.look(), everyMs);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await this.others.close();
  }

  /** Looks at all services and tells what is due. One look at a time; never rejects. */
  look(): Promise<void> {
    this.looking ??= this.lookOnce()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'outages were not told of'))
      .finally(() => {
        this.looking = null;
      });
    return this.looking;
  }

  private async lookOnce(): Promise<void> {
    // What is away is so at the time of the question; the answers may take a while.
    const now = this.clock.now();
    const aheadMs = now.getTime() - Date.now();
    const [own, others] = await Promise.all([this.own.check(), this.others.ask()]);
    const services: ServiceHealth[] = [{ name: this.service, ...own }, ...others];
    const away = whatIsAway(services).filter(({ dependency }) => dependency !== BACKUP);
    const silent = new Set(services.filter((one) => one.silentSince !== undefined).map(({ name }) => name));
    this.watch.see(away, silent, now, aheadMs);
    if (!(await this.tellWithRows(now, own.checks, away))) await this.tell(now, null);
  }

  /** Answers false when the database cannot say what was told. */
  private async tellWithRows(
    now: Date,
    own: ServiceHealth['checks'],
    away: readonly Away[],
  ): Promise<boolean> {
    if (own.some(({ name, status }) => name === 'postgres' && status === 'down')) return false;
    try {
      const open = await within(DATABASE_MS, this.notices.open());
      for (const row of open) {
        const missed = away.find(({ dependency }) => dependency === row.dependency);
        const overAt = missed ? null : (row.overAt ?? now);
        this.watch.resume({
          ...row,
          ...{ isLong: true, overAt, waiting: missed?.waiting ?? 0, services: missed?.services ?? [] },
        });
      }
      if (this.watch.lasting().length > 0) await this.notices.alone(() => this.tell(now, this.notices));
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'what was told of outages cannot be read');
      return false;
    }
  }

  private async tell(now: Date, notices: OutageNotices | null): Promise<void> {
    if (notices) for (const outage of this.watch.lasting()) await this.write(notices, outage);
    for (const due of this.watch.due(now)) {
      const { outage, what } = due;
      if (!(await this.send(due, now))) continue;
      if (what === 'away') outage.toldAt = now;
      else {
        outage.overToldAt = now;
        this.watch.finish(outage);
      }
      if (notices) await this.write(notices, outage);
    }
  }

  private async write(notices: OutageNotices, outage: Outage): Promise<void> {
    await notices.write(outage);
    if (outage.overToldAt !== null) this.watch.forget(outage);
  }

  /** Answers whether it left; if not, the next look tries again. */
  private async send({ outage, what }: Due, now: Date): Promise<boolean> {
    const { mailFrom, supportEmail, publicUrl } = this.config;
    const content = (what === 'away' ? awayMail : overMail)(outage, { now, publicUrl });
    const { address } = parseMailbox(mailFrom);
    const messageId = outageMessageId(outage, what, address.slice(address.lastIndexOf('@') + 1));
    try {
      await this.mailer.send(
        composeMail(
          { messageId, to: parseMailbox(supportEmail), replyTo: null },
          await renderMail(content),
          this.config,
        ),
      );
      this.logger.info({ dependency: outage.dependency, what }, 'support was told of an outage');
      return true;
    } catch (error) {
      this.logger.warn(
        { err: error, dependency: outage.dependency },
        'support could not be told of an outage',
      );
      return false;
    }
  }
}

/** Begins with `outage-`: such a mail has no row in the delivery log. */
function outageMessageId({ dependency, since }: Outage, what: Due['what'], host: string): string {
  const minute = Math.floor(since.getTime() / MINUTE_MS);
  const hash = createHash('sha256').update(`${dependency} ${minute} ${what}`).digest('hex').slice(0, 32);
  return `<outage-${hash}@${host}>`;
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
