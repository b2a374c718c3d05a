import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Answers in the place of the server, and hangs up. */
interface Impostor {
  answer: string;
  /** Whether it speaks before anybody asks, as a mail server does. */
  speaksFirst: boolean;
}

/** A request has been sent when nothing more has come for so long. */
const SENT_MS = 50;

/** Stands before a server: the server can be made to look dead, frozen or slow to one test and stays there for others. */
export class TcpProxy {
  private server: Server | null = null;
  /** Each socket with the one that gets what it receives. */
  private readonly sockets = new Map<Socket, Transform>();
  private isFrozen = false;
  private delayMs = 0;
  private port = 0;
  private impostor: Impostor | null = null;

  private constructor(private readonly target: URL) {}

  static async to(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url));
    await proxy.open();
    return proxy;
  }

  /** The server's address through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  async open(): Promise<void> {
    const server = createServer((inside) => {
      if (this.impostor) return this.replace(inside, this.impostor);
      const outside = connect(Number(this.target.port), this.target.hostname);
      this.join(inside, outside);
      this.join(outside, inside);
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
    for (const [from, through] of this.sockets) from.unpipe(through);
  }

  /** What waited gets through, and all that comes. */
  thaw(): void {
    this.isFrozen = false;
    for (const [from, through] of this.sockets) from.pipe(through);
  }

  /** From now on every piece that comes by is held for so many milliseconds, in either direction. */
  slow(delayMs: number): void {
    this.delayMs = delayMs;
  }

  /** From now on somebody else answers in its place, as an overloaded proxy does, or the login page of a network. */
  impersonate(impostor: Impostor | null): void {
    this.impostor = impostor;
    this.drop();
  }

  /** Cuts every connection; new ones get through. */
  drop(): void {
    for (const socket of this.sockets.keys()) socket.resetAndDestroy();
  }

  private replace(asking: Socket, { answer, speaksFirst }: Impostor): void {
    asking.on('error', () => undefined);
    const say = () => asking.end(answer);
    if (speaksFirst) return void say();
    let quiet: NodeJS.Timeout | undefined;
    asking.on('data', () => {
      clearTimeout(quiet);
      quiet = setTimeout(say, SENT_MS);
    });
    asking.on('close', () => clearTimeout(quiet));
  }

  private join(from: Socket, to: Socket): void {
    const through = new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        if (this.delayMs === 0) done(null, piece);
        else setTimeout(() => done(null, piece), this.delayMs);
      },
    });
    through.pipe(to);
    this.sockets.set(from, through);
    from.setNoDelay(true);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      // After an orderly end the rest is still on its way.
      if (!from.readableEnded) to.destroy();
    });
    if (!this.isFrozen) from.pipe(through);
  }
}
