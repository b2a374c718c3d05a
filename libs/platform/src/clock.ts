import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { BaseConfig } from './config.js';

/**
 * What time it is for everything that has a deadline. Tests move it: CLOCK_FILE names a file with the milliseconds by
 * which all services are ahead. It is read at every look, so that a moved clock is moved for all at once. Leases and
 * time-outs, which are about machines, keep to the machine's own clock.
 */
@Injectable()
export class Clock {
  constructor(private readonly config: BaseConfig) {}

  now(): Date {
    const { clockFile } = this.config;
    return new Date(Date.now() + (clockFile === undefined ? 0 : read(clockFile)));
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
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
