import { Injectable } from '@nestjs/common';
import { HealthRegistry } from '#platform';
import { Mailer } from './mailer.js';

const FRESH_MS = 10_000;
const PATIENCE_MS = 300;

/** Asks the mail server at most every 10 s; a slow or silent one never makes the probe slow. */
@Injectable()
export class SmtpHealth {
  private isUp = false;
  /** By the clock that nobody puts back; in milliseconds. */
  private checkedAt = Number.NEGATIVE_INFINITY;
  private checking: Promise<void> | null = null;

  constructor(
    private readonly mailer: Mailer,
    health: HealthRegistry,
  ) {
    health.add('smtp', () => this.probe());
  }

  private async probe(): Promise<undefined> {
    if (performance.now() - this.checkedAt > FRESH_MS) {
      this.checking ??= this.check().finally(() => {
        this.checking = null;
      });
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PATIENCE_MS);
      });
      await Promise.race([this.checking, patience]);
      clearTimeout(timer);
    }
    if (!this.isUp) throw new Error('the mail server does not answer');
    return undefined;
  }

  private async check(): Promise<void> {
    this.isUp = await this.mailer.verify().then(
      () => true,
      () => false,
    );
    this.checkedAt = performance.now();
  }
}
