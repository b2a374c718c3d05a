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
    // WebSocket: Chromium and Firefox ask for a tunnel, WebKit asks the proxy to pass the request on.
    this.server.on('connect', (asked: IncomingMessage, socket: Socket, head: Buffer) =>
      join(URL.parse(`http://${asked.url}`), socket, (outside) => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        outside.write(head);
      }),
    );
    this.server.on('upgrade', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
      const url = URL.parse(asked.url ?? '');
      join(url, socket, (outside) => {
        const headers = asked.rawHeaders.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n'));
        outside.write(`GET ${url?.pathname}${url?.search} HTTP/1.1\r\n${headers.join('')}\r\n`);
        outside.write(head);
      });
    });
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
}

/** Two ends of one line. @param greet what is said first, when the other end is there */
function join(url: URL | null, inside: Socket, greet: (outside: Socket) => void): void {
  if (!url || !OWN.has(url.hostname)) {
    inside.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    return;
  }
  const outside = connect(Number(url.port || 80), url.hostname, () => {
    greet(outside);
    outside.pipe(inside).pipe(outside);
  });
  outside.on('error', () => inside.destroy());
  outside.on('close', () => inside.destroy());
  inside.on('close', () => outside.destroy());
}
