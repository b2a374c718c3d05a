import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions } from 'fastify';

/**
 * In milliseconds. Calls of other services and statements have deadlines below it: what takes longer is a file, or waits
 * for something that may take minutes.
 */
const DRAIN_MS = 10_000;

/**
 * Stops HTTP before anything else of a service is torn down: what is being answered is answered, and still finds
 * everything that it needs. Nest by itself would first stop the providers, and then destroy every connection.
 */
export class DrainingAdapter extends FastifyAdapter {
  /** How long a stop waits for what is being answered. */
  drainMs = DRAIN_MS;
  /** Requests that have no answer yet, or that are still arriving. Live connections are none of them. */
  private readonly underWay = new Set<IncomingMessage>();
  private drained = () => {};

  constructor(options: FastifyHttpOptions<Server>) {
    // What comes on an open connection while the service stops is answered, too, as the last on its connection.
    super({ ...options, return503OnClosing: false });
    const server: Server = this.getInstance().server;
    server.prependListener('request', (request, response) => this.follow(request, response));
  }

  override async beforeClose(): Promise<void> {
    super.beforeClose();
    const finish = () => undefined;
    // From here on nobody can connect, and connections on which nothing is asked are closed.
    this.getInstance().close().then(finish, finish);
    await this.answered();
    // What goes wrong is told when Nest closes the adapter once more, after the providers.
    await super.close().catch(finish);
  }

  private follow(request: IncomingMessage, response: ServerResponse): void {
    this.underWay.add(request);
    const end = () => {
      this.underWay.delete(request);
      if (this.underWay.size === 0) this.drained();
    };
    response.once('close', () => {
      if (request.complete || request.socket.destroyed) return end();
      // Answered early. To close the connection under the rest of the body would lose the answer.
      request.once('end', end);
      request.socket.once('close', end);
    });
  }

  private async answered(): Promise<void> {
    if (this.underWay.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.drainMs);
    this.drained = resolve;
    await promise;
    clearTimeout(timer);
  }
}
