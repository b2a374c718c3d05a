import { createServer, connect as dial, type Server, type Socket } from 'node:net';

const DIAL_MS = 1000;

/**
 * Passes connections on to several copies of a service in turn, as a load balancer would; one that does not take the
 * connection is left out.
 */
export class Balancer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private turn = 0;

  private constructor(private readonly targets: readonly number[]) {
    this.server = createServer((client) => {
      this.keep(client);
      this.pass(client, this.targets.length);
    });
  }

  /** Listens on the loopback address. @param targets the ports of the copies there */
  static async start(port: number, targets: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(targets);
    await new Promise<void>((resolve, reject) => {
      balancer.server.once('error', reject);
      balancer.server.listen(port, '127.0.0.1', resolve);
    });
    return balancer;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private pass(client: Socket, tries: number): void {
    if (tries === 0) {
      client.destroy();
      return;
    }
    const port = this.targets[this.turn++ % this.targets.length] ?? 0;
    const target = dial({ port, host: '127.0.0.1', timeout: DIAL_MS });
    const next = () => {
      target.destroy();
      this.pass(client, tries - 1);
    };
    target.once('timeout', next);
    target.once('error', next);
    target.once('connect', () => {
      target.removeListener('error', next);
      target.removeListener('timeout', next);
      target.setTimeout(0);
      this.keep(target);
      target.on('close', () => client.destroy());
      client.on('close', () => target.destroy());
      client.pipe(target).pipe(client);
    });
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
  }
}
