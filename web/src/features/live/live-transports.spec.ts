import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { LIVE_MODULE } from '../../testing/live';

const AUTH = { token: 'token-of-anna' };

describe('a live connection on whose way no WebSocket gets through', () => {
  let stop = () => {};
  let server: Server;
  let closed: Promise<unknown> | undefined;
  afterEach(async () => {
    stop();
    await closed;
    await server.close();
  });

  it('polls', async () => {
    const http = createServer();
    server = new Server(http, { transports: ['polling'] });
    server.on('connection', (socket) => {
      closed = new Promise((resolve) => socket.conn.once('close', resolve));
      socket.emit('agreement', socket.handshake.auth);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    jest.unstable_mockModule(LIVE_MODULE, () => ({ io: (options: object) => io(url, options) }));
    // Of the window it needs events alone.
    Object.assign(globalThis, { window: new EventTarget() });
    const { listenLive } = await import('./live-socket');
    const told = await new Promise((onAgreement) => {
      stop = listenLive(AUTH, { onAgreement });
    });
    expect(told).toEqual(AUTH);
  }, 30_000);
});
