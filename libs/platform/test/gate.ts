import { connect, createServer, type Server, type Socket } from 'node:net';

/** A door in front of a server: closed, the server looks dead to this test and stays there for the others. */
export class Gate {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  private constructor(private readonly target: URL) {}

  static async to(url: string): Promise<Gate> {
    const gate = new Gate(new URL(url));
    await gate.open();
    return gate;
  }

  /** The server's address through the door. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  async open(): Promise<void> {
    const server = createServer((inside) => {
      const outside = connect(Number(this.target.port), this.target.hostname);
      for (const [from, to] of [
        [inside, outside],
        [outside, inside],
      ] as const) {
        this.sockets.add(from);
        from.setNoDelay(true);
        from.on('error', () => undefined);
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const address = server.address();
    if (address && typeof address !== 'string') this.port = address.port;
    this.server = server;
  }

  /** Cuts every connection and refuses new ones. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    this.drop();
    await closed;
  }

  /** Cuts every connection; new ones get through. */
  drop(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }
}
