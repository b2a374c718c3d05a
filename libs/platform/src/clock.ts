import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { BaseConfig } from './config.js';

/** How long a service may not know yet that the time was moved. */
export const CLOCK_LOOK_EVERY_MS = 50;

/**
 * What time it is for everything that has a deadline. Tests move it: CLOCK_FILE names a file with the milliseconds by
 * which all services are ahead. Leases and time-outs, which are about machines, keep to the machine's own clock.
 */
@Injectable()
export class Clock {
  private aheadMs = 0;
  private lookedAt = 0;

  constructor(private readonly config: BaseConfig) {}

  now(): Date {
    return new Date(Date.now() + this.ahead());
  }

  private ahead(): number {
    const { clockFile } = this.config;
    if (clockFile === undefined || Date.now() - this.lookedAt < CLOCK_LOOK_EVERY_MS) return this.aheadMs;
    this.lookedAt = Date.now();
    this.aheadMs = read(clockFile);
    return this.aheadMs;
  }
}

function read(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || 0;
  } catch {
    // Not written yet: the time is what it is.
    return 0;
  }
}

export const SECOND_MS = 1000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
