import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Tokens of links for a new password. They are made again whenever they are needed and stored nowhere. */
@Injectable()
export class ResetLinks {
  constructor(private readonly config: AuthConfig) {}

  url(resetId: string): string {
    return `${this.config.publicUrl}/reset-password?token=${encodeURIComponent(this.token(resetId))}`;
  }

  /** The request that a token of ours stands for, or null. */
  resetIdOf(token: string): string | null {
    const resetId = token.split('.', 1)[0] ?? '';
    if (!UUID.test(resetId)) return null;
    const [expected, given] = [Buffer.from(this.token(resetId)), Buffer.from(token)];
    return given.length === expected.length && timingSafeEqual(given, expected) ? resetId : null;
  }

  private token(resetId: string): string {
    const key = createHmac('sha256', this.config.linkSecret).update(`reset:${resetId}`).digest('base64url');
    return `${resetId}.${key}`;
  }
}
