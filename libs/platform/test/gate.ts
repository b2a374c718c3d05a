import { connect, createServer, type Server, type Socket } from 'node:net';

/** A door in front of a server: closed, the server looks dead to this test and stays there for the others. */
export class Gate {
  private server: Server | null = null;
  /** Each socket with the one that gets what it receives. */
  private readonly sockets = new Map<Socket, Socket>();
  private isFrozen = false;
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
        this.sockets.set(from, to);
        from.setNoDelay(true);
        from.on('error', () => undefined);
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
        if (!this.isFrozen) from.pipe(to);
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

  /** From now on nothing gets through and nothing is refused, as with a server that is stopped by a signal. */
  freeze(): void {
    this.isFrozen = true;
    for (const [from, to] of this.sockets) from.unpipe(to);
  }

  /** What waited gets through, and all that comes. */
  thaw(): void {
    this.isFrozen = false;
    for (const [from, to] of this.sockets) from.pipe(to);
  }

  /** Cuts every connection; new ones get through. */
  drop(): void {
    for (const socket of this.sockets.keys()) socket.resetAndDestroy();
  }
}
