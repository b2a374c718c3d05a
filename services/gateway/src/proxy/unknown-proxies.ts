import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Logger } from 'pino';

/** Where proxies stand; people come from there only where they share a network with this machine. */
const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Notices a proxy in front that TRUSTED_PROXIES does not name, as after its network has got other addresses. Nothing fails
 * then, but all people have the proxy's address: one limit for all, and one address in the logs of their agreements.
 */
export class UnknownProxies {
  private readonly isTrusted: (address: string, hop: number) => boolean;
  private isSaid = false;

  /** @param trusted as in TRUSTED_PROXIES, one by one */
  constructor(
    trusted: string[],
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.isTrusted = proxyAddr.compile(trusted);
  }

  /** Says it once: every request of such a proxy would say the same. */
  look({ headers, socket: { remoteAddress: address } }: Pick<IncomingMessage, 'headers' | 'socket'>): void {
    if (this.isSaid || headers['x-forwarded-for'] === undefined || address === undefined) return;
    if (this.isTrusted(address, 0) || !isPrivate(address, 0)) return;
    this.isSaid = true;
    this.logger.warn(
      { address },
      'x-forwarded-for comes from an address that TRUSTED_PROXIES does not name: if that is your proxy, all people count as one',
    );
  }
}
