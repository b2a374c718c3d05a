import { createSigner, createVerifier } from 'fast-jwt';

/** Who is asking, as the gateway found out. `visitor` has no account, `service` is another service of ours. */
export interface Principal {
  readonly kind: 'visitor' | 'user' | 'admin' | 'service';
  /** `users.id`; 0 for visitors and services. */
  readonly id: number;
  readonly sessionId: string | null;
  /** The service's name for `service`. */
  readonly name?: string;
}

export const visitor: Principal = { kind: 'visitor', id: 0, sessionId: null };

const LIFETIME_SECONDS = 60;

/** Issues and checks the short-lived token between gateway and services: HMAC, because it is paid on every call. */
export class ServiceTokens {
  private readonly sign: (payload: object) => string;
  private readonly verifyToken: (token: string) => Record<string, unknown>;
  private readonly issued = new Map<string, { token: string; renewAt: number }>();

  constructor(secret: string) {
    this.sign = createSigner({
      key: secret,
      algorithm: 'HS256',
      expiresIn: LIFETIME_SECONDS * 1000,
      iss: 'ssc',
    });
    this.verifyToken = createVerifier({
      key: secret,
      algorithms: ['HS256'],
      allowedIss: 'ssc',
      cache: 1000,
      clockTolerance: 5000,
    });
  }

  /** A token for the principal, reused for half of its life. */
  issue(principal: Principal): string {
    const key = `${principal.kind}:${principal.id}:${principal.sessionId ?? ''}:${principal.name ?? ''}`;
    const now = Date.now();
    const known = this.issued.get(key);
    if (known && known.renewAt > now) return known.token;
    const token = this.sign({ ...principal });
    if (this.issued.size > 10_000) this.issued.clear();
    this.issued.set(key, { token, renewAt: now + (LIFETIME_SECONDS * 1000) / 2 });
    return token;
  }

  /** The principal of a valid token, or null. */
  verify(token: string): Principal | null {
    try {
      const claims = this.verifyToken(token);
      const kind = claims.kind as Principal['kind'];
      if (!['visitor', 'user', 'admin', 'service'].includes(kind) || typeof claims.id !== 'number')
        return null;
      return {
        kind,
        id: claims.id,
        sessionId: typeof claims.sessionId === 'string' ? claims.sessionId : null,
        ...(typeof claims.name === 'string' ? { name: claims.name } : {}),
      };
    } catch {
      return null;
    }
  }
}
