import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';

/** What a page asked for. */
export interface Sent {
  method: string;
  path: string;
  /** Whether the server took it. */
  isTaken: boolean;
}

const OWN = new Set(['localhost', '127.0.0.1']);

/**
 * The wire that one device hangs on: an HTTP proxy, because that is what every browser can be told to use. It sees what
 * is asked, and can be cut. Only the machine itself is at its other end.
 */
export class Wire {
  /** Everything that was asked for, in order. */
  readonly sent: Sent[] = [];
  /** Says whether the connection breaks in the middle of this request. */
  breaks: (sent: Sent) => boolean = () => false;
  private readonly sockets = new Set<Socket>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private isCut = false;

  private constructor() {
    this.server = createServer((asked, answer) => this.pass(asked, answer));
    this.server.on('connect', (asked: IncomingMessage, socket: Socket, head: Buffer) =>
      this.tunnel(asked, socket, head),
    );
    this.server.on('connection', (socket: Socket) => {
      if (this.isCut) socket.destroy();
      else this.watch(socket);
    });
  }

  static async open(): Promise<Wire> {
    const wire = new Wire();
    await new Promise<void>((resolve) => wire.server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    const address = this.server.address();
    if (!address || typeof address === 'string') throw new Error('The wire is not open.');
    return address.port;
  }

  /** Nothing gets through any more. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.agent.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private watch(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }

  private pass(asked: IncomingMessage, answer: ServerResponse): void {
    const url = URL.parse(asked.url ?? '');
    if (!url || !OWN.has(url.hostname)) {
      answer.writeHead(403).end();
      return;
    }
    const sent: Sent = { method: asked.method ?? '', path: url.pathname, isTaken: false };
    this.sent.push(sent);
    if (this.breaks(sent)) {
      // In the middle: the beginning of the body is on its way.
      asked.once('data', () => asked.socket.destroy());
      return;
    }
    const { 'proxy-connection': _, ...headers } = asked.headers;
    const outside = request(url, { method: sent.method, headers, agent: this.agent }, (answered) => {
      const { statusCode = 502 } = answered;
      sent.isTaken = statusCode < 400;
      answer.writeHead(statusCode, answered.headers);
      answered.pipe(answer);
    });
    const end = (): void => void asked.socket.destroy();
    outside.on('error', end);
    asked.on('error', () => outside.destroy());
    answer.on('close', () => outside.destroy());
    asked.pipe(outside);
  }

  /** Browsers speak WebSocket through a tunnel. */
  private tunnel(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const url = URL.parse(`http://${asked.url}`);
    if (!url || !OWN.has(url.hostname)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const outside = connect(Number(url.port || 80), url.hostname, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      outside.write(head);
      outside.pipe(socket);
      socket.pipe(outside);
    });
    outside.on('error', () => socket.destroy());
    outside.on('close', () => socket.destroy());
    socket.on('close', () => outside.destroy());
  }
}
