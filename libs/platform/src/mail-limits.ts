import { createHash } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { AppError } from './app-error.js';
import { BaseConfig } from './config.js';
import { addressKey, limiterConnection, sharedLimiter, takeOne } from './limiter.js';

const DAY_SECONDS = 24 * 3600;
/** Of one thing to one address. As many as party B's link goes out. */
const MAILS_PER_SUBJECT = 5;

/** Why somebody is mailed who has not asked for it. Each reason is counted apart, so that one cannot use up another. */
export type MailReason =
  | 'saved'
  | 'warning'
  | 'cancelled'
  | 'deleted'
  | 'invitation'
  | 'seller'
  | 'link'
  | 'seller-link'
  | 'code'
  | 'account'
  | 'verification'
  | 'contact';

/** Who makes us mail. */
export interface MailSender {
  /** Null for a visitor. */
  accountId: number | null;
  /** IP address, as the gateway saw it. */
  address: string | null;
}

/**
 * How many strangers somebody may have mailed in a day, and how many such mails one address gets. Who is mailed once more
 * the same day is no other stranger. While Redis is away each process counts for itself.
 */
@Injectable()
export class MailLimits implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly perAccount: Distinct;
  private readonly perAddress: Distinct;
  private readonly perRecipient: Distinct;
  private readonly perSubject: Distinct;
  private readonly firstPerSubject: Distinct;

  constructor({ redisUrl, strangersPerAccount, strangersPerAddress, mailsPerStranger }: BaseConfig) {
    this.redis = limiterConnection(redisUrl);
    this.perAccount = new Distinct(this.redis, 'mail:account', strangersPerAccount);
    this.perAddress = new Distinct(this.redis, 'mail:address', strangersPerAddress);
    this.perRecipient = new Distinct(this.redis, 'mail:recipient', mailsPerStranger);
    this.perSubject = new Distinct(this.redis, 'mail:subject', MAILS_PER_SUBJECT);
    this.firstPerSubject = new Distinct(this.redis, 'mail:subject:first', 1);
  }

  /** @throws AppError `too_many_requests` when the sender has had enough other people mailed today */
  async takeStranger(reason: MailReason, sender: MailSender, recipient: string): Promise<void> {
    const whom = hash(recipient);
    if (sender.accountId !== null) await this.perAccount.take(`${reason}:${sender.accountId}`, whom);
    if (sender.address !== null) await this.perAddress.take(`${reason}:${addressKey(sender.address)}`, whom);
  }

  /**
   * @param mailKey the same mail again, after an attempt that failed, is not another one
   * @throws AppError `too_many_requests` when the recipient has been mailed often enough today
   */
  async takeMail(reason: MailReason, recipient: string, mailKey: string): Promise<void> {
    await this.perRecipient.take(`${reason}:${hash(recipient)}`, hash(mailKey));
  }

  /**
   * As {@link takeMail}, for mails that somebody else asks for: a few about each thing. The first about each goes out
   * whatever went out about others, which cannot use it up; the rest share what the recipient gets in a day.
   */
  async takeMailAbout(
    reason: MailReason,
    recipient: string,
    mail: { key: string; subjectId: string },
  ): Promise<void> {
    const about = `${reason}:${hash(recipient)}:${mail.subjectId}`;
    await this.perSubject.take(about, hash(mail.key));
    if (await isTaken(this.firstPerSubject.take(about, hash(mail.key)))) return;
    await this.takeMail(reason, recipient, mail.key);
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}

/** Whether there was room. */
async function isTaken(taken: Promise<void>): Promise<boolean> {
  try {
    await taken;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false;
    throw error;
  }
}

/** Counts different things of one key in a day. */
class Distinct {
  private readonly known: RateLimiterAbstract;
  private readonly counted: RateLimiterAbstract;

  constructor(redis: Redis, name: string, points: number) {
    this.known = sharedLimiter(redis, `${name}:known`, {
      points: Number.MAX_SAFE_INTEGER,
      duration: DAY_SECONDS,
    });
    this.counted = sharedLimiter(redis, name, { points, duration: DAY_SECONDS });
  }

  /** Known is only what was counted: of two calls at once neither can lean on one that is then refused. */
  async take(key: string, thing: string): Promise<void> {
    if (await this.known.get(`${key}:${thing}`)) return;
    await takeOne(this.counted, key);
    const { consumedPoints } = await this.known.consume(`${key}:${thing}`);
    // Both were counted, and it is one.
    if (consumedPoints > 1) await this.counted.reward(key);
  }
}

/** Addresses lie in no Redis. */
const hash = (text: string): string => createHash('sha256').update(text.toLowerCase()).digest('base64url');
