import { Injectable } from '@nestjs/common';
import type { Socket } from 'socket.io';
import { AGREEMENT_ID, checkInvitation, type LiveAgreement } from '#contracts';
import { AppError, type Principal } from '#platform';
import { Sessions } from '../sessions/sessions.module.js';
import { Services } from '../upstreams/upstreams.module.js';

const MAX_KEY_LENGTH = 300;
/** How long the key of a link counts before it is looked at again, in milliseconds. */
const LINK_TTL_MS = 30_000;

/** Who is connected, and which agreements they follow. */
export type LiveClient =
  | { kind: 'user' | 'admin'; id: number }
  | {
      kind: 'invitation';
      agreementId: string;
      /** How things stood when the link was shown. */
      standing: LiveAgreement;
      /** When its key was last found to open it, in milliseconds. */
      checkedAt: number;
    };

/** Lets people connect who have a session, and those who hold the mailed link of an invitation. */
@Injectable()
export class LiveAccess {
  constructor(
    private readonly sessions: Sessions,
    private readonly services: Services,
  ) {}

  /**
   * Who opens this socket; null for nobody that we know. A link counts before a session: its page follows the
   * agreement, whoever is logged in beside it.
   * @throws AppError `unavailable` when that cannot be found out
   */
  async identify(socket: Socket): Promise<LiveClient | null> {
    const { agreementId, key } = socket.handshake.auth as { agreementId?: unknown; key?: unknown };
    if (agreementId !== undefined || key !== undefined) return this.invited(agreementId, key);
    const principal = await this.principal(socket);
    return principal.kind === 'user' || principal.kind === 'admin'
      ? { kind: principal.kind, id: principal.id }
      : null;
  }

  /** Whether what let a socket in still does. @param maxAgeMs how old the answer of auth may be */
  async isStill(client: LiveClient, socket: Socket, maxAgeMs: number): Promise<boolean> {
    if (client.kind === 'invitation') {
      if (Date.now() - client.checkedAt < LINK_TTL_MS) return true;
      client.checkedAt = Date.now();
      const { agreementId, key } = socket.handshake.auth as { agreementId?: unknown; key?: unknown };
      return (await this.invited(agreementId, key)) !== null;
    }
    const { kind, id } = await this.principal(socket, maxAgeMs);
    return kind === client.kind && id === client.id;
  }

  private principal(socket: Socket, maxAgeMs?: number): Promise<Principal> {
    const { token } = socket.handshake.auth as { token?: unknown };
    const authorization = typeof token === 'string' ? `Bearer ${token}` : undefined;
    return this.sessions.principal(authorization, socket.handshake.headers.cookie, { maxAgeMs });
  }

  private async invited(agreementId: unknown, key: unknown): Promise<LiveClient | null> {
    if (typeof agreementId !== 'string' || !AGREEMENT_ID.test(agreementId)) return null;
    if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH) return null;
    try {
      const { status, stage, percent } = await this.services
        .of('agreements')
        .call(checkInvitation, { params: { agreementId }, body: { key } });
      const standing = {
        ...{ agreementId, status, percent, segmentCount: null, at: new Date().toISOString() },
        stage: stage === 'none' ? null : stage,
      };
      return { kind: 'invitation', agreementId, standing, checkedAt: Date.now() };
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return null;
      throw error;
    }
  }
}
