import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError, type Principal } from '#platform';
import { GatewayConfig } from '../config.js';
import { Limits } from '../limits/limits.module.js';
import { normalizeUrl } from '../proxy/proxy.module.js';
import { assertSameOrigin, Sessions, UNATTENDED } from '../sessions/sessions.module.js';

/** For what the gateway itself answers administrators; every other call is checked by the service that owns it. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly config: GatewayConfig,
    private readonly limits: Limits,
    private readonly sessions: Sessions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { principal?: Principal }>();
    request.principal = await this.admin(request);
    return true;
  }

  /**
   * The administrator who makes the call.
   * @param isUnattended a page asks by itself, as often as it likes: that is no use of the session
   * @throws AppError `unauthenticated` for visitors, `forbidden` for users and calls from another site's pages,
   * `too_many_requests`, `unavailable` while auth is away.
   */
  async admin(request: FastifyRequest, isUnattended = false): Promise<Principal> {
    await this.limits.take(request.ip, 'plain');
    assertSameOrigin(request, this.config.publicUrl);
    // As the router reads it: a letter may come encoded.
    const { path } = normalizeUrl(request.url);
    const headers = isUnattended ? { ...request.headers, [UNATTENDED]: '1' } : request.headers;
    const principal = await this.sessions.principalOf(path, headers);
    if (principal.kind === 'visitor') throw new AppError('unauthenticated');
    if (principal.kind !== 'admin') throw new AppError('forbidden');
    return principal;
  }
}
