import { Injectable } from '@nestjs/common';
import { MINUTE_MS, Outages, SMTP_REFUSING } from '#platform';
import { MailDelayedError } from './mail-error.js';

/** One recipient is refused for reasons of its own, and two may be alike. */
const RECIPIENTS = 3;
/** Between two tries; it grows with the time for which the server has refused. */
const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = MINUTE_MS;
/** A try takes a few minutes at most: after this time without one no mail waits here any more. */
const UNKNOWN_AFTER_MS = 10 * MINUTE_MS;

/**
 * Knows when the mail server refuses every mail although it lets the service in: several recipients in a row, and
 * nobody's mail was taken meanwhile. That is an outage, so no mail is given up because of it; one mail at a time finds
 * out whether it is over, and which one changes, because one may be refused for a reason of its own.
 */
@Injectable()
export class SmtpRefusals {
  private readonly recipients = new Set<string>();
  private since: Date | null = null;
  /** By the clock that nobody puts back, as `refusedAt`; in milliseconds. */
  private began = 0;
  private refusedAt = Number.NEGATIVE_INFINITY;
  private isTrying = false;
  private reason = '';

  constructor(outages: Outages) {
    outages.announce(SMTP_REFUSING, () => this.refusingSince);
  }

  /** Since when every mail is refused; null when that is not so, or not known any more. */
  get refusingSince(): Date | null {
    return performance.now() - this.refusedAt < UNKNOWN_AFTER_MS ? this.since : null;
  }

  /**
   * Sends a mail, unless all are refused and another one is being tried, or was a moment ago.
   * @throws MailDelayedError of the outage `smtp-refusing`; what `send` throws
   */
  async whereTaken(address: string, send: () => Promise<void>): Promise<void> {
    const isTry = this.refusingSince !== null;
    if (isTry && (this.isTrying || performance.now() < this.nextTryAt())) throw this.outage();
    this.isTrying ||= isTry;
    try {
      await send();
      this.taken();
    } catch (error) {
      if (!(error instanceof MailDelayedError && error.isRefusal)) throw error;
      this.refused(address, error.message);
      throw this.refusingSince === null ? error : this.outage();
    } finally {
      if (isTry) this.isTrying = false;
    }
  }

  private outage(): MailDelayedError {
    return new MailDelayedError(`every mail is refused: ${this.reason}`, SMTP_REFUSING);
  }

  private nextTryAt(): number {
    const lastedMs = this.refusedAt - this.began;
    return this.refusedAt + Math.min(Math.max(lastedMs / 10, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  }

  private refused(address: string, reason: string): void {
    const now = performance.now();
    if (now - this.refusedAt > UNKNOWN_AFTER_MS) this.taken();
    this.reason = reason;
    this.refusedAt = now;
    this.recipients.add(address.toLowerCase());
    if (this.since !== null || this.recipients.size < RECIPIENTS) return;
    this.since = new Date();
    this.began = now;
  }

  private taken(): void {
    this.recipients.clear();
    this.since = null;
  }
}
