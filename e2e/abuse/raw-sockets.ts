import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { letTimePass } from '#testing';

/** Connections below HTTP: what no library would send. */
export class RawSockets {
  private readonly all: Socket[] = [];

  constructor(private readonly url: string) {}

  /** Opens a connection and writes to it; errors are what is expected of hostile ones. */
  open(text: string | Buffer): Socket {
    const { hostname, port } = new URL(this.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(text);
    // What nobody reads would hide that the other side has closed.
    socket.resume();
    this.all.push(socket);
    return socket;
  }

  /** The first line of the answer, or nothing when the connection is closed without one. */
  async firstLine(text: string | Buffer, waitMs: number): Promise<string> {
    const socket = this.open(text);
    let answer = '';
    socket.on('data', (data: Buffer) => {
      answer += data.toString('latin1');
      if (answer.includes('\r\n')) socket.destroy();
    });
    const closed = once(socket, 'close');
    const timer = setTimeout(() => socket.destroy(), waitMs);
    await closed;
    clearTimeout(timer);
    return answer.split('\r\n', 1)[0] ?? '';
  }

  /** Writes a body at so many bytes per second; answers the first line of the answer. */
  async slowly(head: string, body: Buffer, bytesPerSecond: number): Promise<string> {
    const socket = this.open(head);
    let answer = '';
    socket.on('data', (data: Buffer) => {
      answer += data.toString('latin1');
    });
    const step = Math.ceil(bytesPerSecond / 10);
    for (let sent = 0; sent < body.length && !socket.destroyed; sent += step) {
      if (!socket.write(body.subarray(sent, sent + step))) await once(socket, 'drain');
      await letTimePass(100, 'a slow network');
    }
    while (!answer.includes('\r\n\r\n') && !socket.destroyed) {
      await letTimePass(50, 'an answer comes when it comes');
    }
    return answer.split('\r\n', 1)[0] ?? '';
  }

  get stillOpen(): number {
    return this.all.filter((socket) => !socket.destroyed).length;
  }

  close(): void {
    for (const socket of this.all) socket.destroy();
  }
}
