import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource, In, IsNull } from 'typeorm';
import { claimCookieName, claimedAgreements } from '#contracts';
import { AgreementEntity } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';

const COOKIE_DAYS = 30;
/** Of one browser. They are 72 bytes each, and proxies take all cookies in one line, of 8 kB where nobody says otherwise. */
const MOST_CLAIMS = 50;
/** Of the claims that are too many, so many go with one answer: proxies take 4 kB of an answer's headers. */
const ENDED_AT_ONCE = 20;

/** Cookies by which a browser shows that it made a recording. */
@Injectable()
export class ClaimCookies {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: AgreementsConfig,
  ) {}

  /**
   * The browser that recorded shows with it that the agreement is its own, until an account has it; later it still tells that
   * somebody answers on party A's device. Where it holds too many, the oldest go.
   */
  async give(
    request: FastifyRequest,
    reply: FastifyReply,
    { agreementId, claimToken }: { agreementId: string; claimToken: string },
  ): Promise<void> {
    this.set(reply, agreementId, claimToken, COOKIE_DAYS * 86_400);
    const others = claimedAgreements(request.headers.cookie).filter((other) => other !== agreementId);
    for (const other of await this.beyondMost(others)) this.set(reply, other, '', 0);
  }

  /** What is nobody's yet goes last: its claim is the only way to it. */
  private async beyondMost(agreementIds: string[]): Promise<string[]> {
    const count = agreementIds.length + 1 - MOST_CLAIMS;
    if (count <= 0) return [];
    const unowned = await this.dataSource.manager.find(AgreementEntity, {
      select: { agreementId: true },
      where: { agreementId: In(agreementIds), ownerId: IsNull() },
    });
    const isNeeded = new Set(unowned.map(({ agreementId }) => agreementId));
    return [
      ...agreementIds.filter((agreementId) => !isNeeded.has(agreementId)),
      ...agreementIds.filter((agreementId) => isNeeded.has(agreementId)),
    ].slice(0, Math.min(count, ENDED_AT_ONCE));
  }

  private set(reply: FastifyReply, agreementId: string, value: string, seconds: number): void {
    const secure = this.config.publicUrl.startsWith('https:') ? '; Secure' : '';
    const attributes = `Max-Age=${seconds}; Path=/api; HttpOnly; SameSite=Strict${secure}`;
    void reply.header('set-cookie', `${claimCookieName(agreementId)}=${value}; ${attributes}`);
  }
}
