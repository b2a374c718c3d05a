import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.js';
import { type Principal, ServiceTokens } from './service-token.js';

export type AccessLevel = 'anyone' | 'user' | 'admin' | 'service' | 'open';

const ACCESS = 'ssc:access';
const ASKERS = 'ssc:askers';

/** The challenge (`WWW-Authenticate`) of an answer that refuses the service token itself, whoever it speaks for. */
export const TOKEN_CHALLENGE = 'ServiceToken';

/**
 * Who may call a route. `anyone` still needs the gateway's token (visitors have one too), `open` needs none (health).
 * Several kinds may share a route. A route without this decorator is for users.
 */
export const Access = (...levels: AccessLevel[]): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS, levels);

/** The services that may call a route which services may call; without it all may whose tokens are taken here. */
export const Askers = (names: readonly string[]): MethodDecorator => SetMetadata(ASKERS, names);

interface WithPrincipal {
  principal?: Principal;
}

/** The caller, as told by the gateway's signed token. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): Principal => {
  const principal = context.switchToHttp().getRequest<WithPrincipal>().principal;
  if (!principal) throw new AppError('unauthenticated');
  return principal;
});

/** For what a stolen session must not do. @throws AppError `password_required` */
export function assertConfirmed(caller: Principal): void {
  if (caller.isConfirmed !== true) throw new AppError('password_required');
}

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: ServiceTokens,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const levels = this.reflector.getAllAndOverride<AccessLevel[] | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]) ?? ['user'];
    if (levels.includes('open')) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & WithPrincipal>();
    const token = request.headers['x-service-token'];
    const principal = typeof token === 'string' ? this.tokens.verify(token) : null;
    if (!principal) {
      const reply = context.switchToHttp().getResponse<FastifyReply>();
      void reply.header('www-authenticate', TOKEN_CHALLENGE);
      throw new AppError('unauthenticated');
    }
    request.principal = principal;
    const askers = this.reflector.get<readonly string[] | undefined>(ASKERS, context.getHandler());
    if (principal.kind === 'service' && askers && !askers.includes(principal.name ?? ''))
      throw new AppError('forbidden');
    if (levels.includes('anyone') || levels.some((level) => level === principal.kind)) return true;
    // A login of the wrong kind is refused; no login at all is asked to log in.
    throw new AppError(principal.kind === 'visitor' ? 'unauthenticated' : 'forbidden');
  }
}
