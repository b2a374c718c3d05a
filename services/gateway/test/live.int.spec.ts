import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { agreementPaid, createEnvelope, type LiveAgreement } from '#contracts';
import { Publisher } from '#messaging';
import { eventually } from '#testing';
import { GatewayUnderTest, PUBLIC_URL } from './gateway-under-test.js';

let gateway: GatewayUnderTest;
const sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start((_request, response) => response.end());
}, 120_000);

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await gateway?.stop();
}, 60_000);

interface Listener {
  socket: Socket;
  events: LiveAgreement[];
}

/** A browser that listens. @throws Error with the server's reason when it is not let in. */
function listen(options: { token?: string; cookie?: string; origin?: string }): Promise<Listener> {
  const { token, cookie, origin } = options;
  const socket = io(gateway.url, {
    transports: ['websocket'],
    reconnection: false,
    ...(token === undefined ? {} : { auth: { token } }),
    extraHeaders: { ...(cookie ? { cookie } : {}), ...(origin ? { origin } : {}) },
  });
  sockets.push(socket);
  const events: LiveAgreement[] = [];
  socket.on('agreement', (event: LiveAgreement) => events.push(event));
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve({ socket, events }));
    socket.on('connect_error', reject);
  });
}

const publishPaid = (ownerId: number, agreementId: string) =>
  gateway.service.app.get(Publisher).publish(
    createEnvelope(
      agreementPaid,
      {
        agreementId,
        recordingId: randomUUID(),
        ownerId,
        status: 'processing',
        paidAt: '2026-11-21T10:00:00.000Z',
      },
      { correlationId: 'test-correlation', causationId: null },
    ),
  );

describe('live events', () => {
  it('reach their owner, by token and by cookie, and nobody else', async () => {
    const [anna, ben] = [gateway.login(81), gateway.login(82)];
    const byToken = await listen({ token: anna.token });
    const byCookie = await listen({ cookie: `ssc_session=${anna.token}`, origin: PUBLIC_URL });
    const other = await listen({ token: ben.token });
    await publishPaid(81, '1234567890123456');
    await publishPaid(82, '2234567890123456');
    await eventually(
      async () => expect([byToken, byCookie, other].map(({ events }) => events.length)).toEqual([1, 1, 1]),
      5000,
      'one event each',
    );
    await sleep(300);
    expect(byToken.events).toEqual([
      {
        agreementId: '1234567890123456',
        status: 'processing',
        stage: null,
        percent: null,
        at: expect.any(String),
      },
    ]);
    expect(byCookie.events).toEqual(byToken.events);
    expect(other.events.map((event) => event.agreementId)).toEqual(['2234567890123456']);
  });

  it('are not for those without a session', async () => {
    const ended = gateway.login(83);
    ended.logout();
    await expect(listen({})).rejects.toThrow('unauthenticated');
    await expect(listen({ token: 'noise' })).rejects.toThrow('unauthenticated');
    await expect(listen({ token: ended.token })).rejects.toThrow('unauthenticated');
    await expect(listen({ cookie: 'ssc_session=' })).rejects.toThrow('unauthenticated');
  });

  it('are not for pages of another site', async () => {
    const { token } = gateway.login(84);
    for (const origin of ['https://evil.test', 'null', `${PUBLIC_URL}.evil.test`]) {
      await expect(listen({ token, origin })).rejects.toThrow();
    }
    await listen({ token, origin: PUBLIC_URL });
  });

  it('end within five seconds after the logout', async () => {
    const [anna, ben] = [gateway.login(85), gateway.login(86)];
    const leaving = await listen({ token: anna.token });
    const staying = await listen({ token: ben.token });
    // Its session has just been looked at, which is the longest way to the end.
    await sleep(500);
    const began = Date.now();
    anna.logout();
    await eventually(async () => expect(leaving.socket.connected).toBe(false), 8000, 'the socket closed');
    expect(Date.now() - began).toBeLessThan(5000);
    expect(staying.socket.connected).toBe(true);
  }, 15_000);
});
