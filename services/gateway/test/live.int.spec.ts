import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import {
  agreementCancelled,
  agreementPaid,
  createEnvelope,
  type EventDefinition,
  type EventEnvelope,
  invitationIssued,
  type LiveAgreement,
  sessionsEnded,
  transcriptCompleted,
  transcriptProgressed,
} from '#contracts';
import { Publisher, TopicStrategy } from '#messaging';
import { eventually, LOOK_EVERY_MS, TcpProxy } from '#testing';
import { LiveGateway } from '../src/live/live.gateway.js';
import { LiveChannels } from '../src/live/live-channels.js';
import { GatewayUnderTest, PUBLIC_URL } from './gateway-under-test.js';

const KEY = 'key-of-the-link';

let gateway: GatewayUnderTest;
const sockets: Socket[] = [];

/** Knows one key, which opens the invitation to every agreement whose number begins with 7. */
beforeAll(async () => {
  gateway = await GatewayUnderTest.start((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { key } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { key?: string };
      const isRight = key === KEY && request.url?.startsWith('/internal/agreements/7');
      response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          isRight
            ? { status: 'processing', stage: 'queued', percent: 0, partyBName: 'Ben Carter' }
            : { statusCode: 404, code: 'agreement_not_found', message: 'no' },
        ),
      );
    });
  });
}, 120_000);

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await gateway?.stop();
}, 60_000);

interface LiveClient {
  socket: Socket;
  events: LiveAgreement[];
}

/** A browser that listens. @throws Error with the server's reason when it is not let in. */
function listen(options: {
  token?: string;
  cookie?: string;
  origin?: string;
  link?: { agreementId?: unknown; key?: unknown };
}): Promise<LiveClient> {
  const { token, cookie, origin, link } = options;
  const socket = io(gateway.url, {
    transports: ['websocket'],
    reconnection: false,
    auth: { ...(token === undefined ? {} : { token }), ...link },
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

const event = <Data extends object>(definition: EventDefinition<Data>, data: Data): EventEnvelope<Data> =>
  createEnvelope(definition, data, { correlationId: 'test-correlation', causationId: null });

const publish = (envelope: EventEnvelope) => gateway.service.app.get(Publisher).publish(envelope);

const publishPaid = (ownerId: number, agreementId: string) =>
  publish(
    event(agreementPaid, {
      agreementId,
      recordingId: randomUUID(),
      ownerId,
      status: 'processing',
      paidAt: '2026-11-21T10:00:00.000Z',
    }),
  );

const received = (listener: LiveClient, count: number, what: string) =>
  eventually(async () => expect(listener.events).toHaveLength(count), 5000, what);

describe('an address', () => {
  let narrow: GatewayUnderTest;

  beforeAll(async () => {
    narrow = await GatewayUnderTest.start((_request, response) => response.end('{}'), {
      // As in a production with no proxy in front.
      env: { SOCKETS_PER_ADDRESS: '2', HANDSHAKES_PER_MINUTE: '10', TRUSTED_PROXIES: 'none' },
    });
  }, 60_000);

  afterAll(async () => {
    await narrow?.stop();
  }, 60_000);

  const connect = (): Promise<Socket> => {
    const { token } = narrow.login(1);
    const socket = io(narrow.url, { transports: ['websocket'], reconnection: false, auth: { token } });
    sockets.push(socket);
    return new Promise((resolve, reject) => {
      socket.on('connect', () => resolve(socket));
      socket.on('connect_error', reject);
    });
  };

  it('has so many connections at once and no more, until one closes', async () => {
    const [first, second] = [await connect(), await connect()];
    await expect(connect()).rejects.toThrow();
    first.disconnect();
    const third = await eventually(connect, 10_000, 'a connection in the place of the closed one');
    for (const socket of [second, third]) socket.disconnect();
  });

  it.each(['', '&sid='])(
    'connects so often in a minute and no more, whatever its address says: %s',
    async (more) => {
      const wide = await GatewayUnderTest.start((_request, response) => response.end('{}'), {
        env: { SOCKETS_PER_ADDRESS: '1000', HANDSHAKES_PER_MINUTE: '10', TRUSTED_PROXIES: 'none' },
      });
      try {
        const statuses: number[] = [];
        for (let i = 0; i < 11; i += 1) {
          statuses.push((await fetch(`${wide.url}/socket.io/?EIO=4&transport=polling&t=${i}${more}`)).status);
        }
        expect(statuses).toEqual([...Array<number>(10).fill(200), 403]);
      } finally {
        await wide.stop();
      }
    },
    60_000,
  );
});

describe('a connection', () => {
  it('says once who it is, however often it is said', async () => {
    const asked: string[] = [];
    const counting = await GatewayUnderTest.start((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"statusCode":404,"code":"agreement_not_found","message":"no"}');
    });
    try {
      const address = `${counting.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
      const link = JSON.stringify({ agreementId: '7234567890123456', key: 'x' });
      const socket = new WebSocket(address);
      const said: string[] = [];
      const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
      socket.addEventListener('message', ({ data }) => said.push(String(data)));
      socket.addEventListener('open', () => {
        for (let i = 0; i < 100; i += 1) socket.send(`40${link}`);
      });
      await closed;
      await eventually(async () => expect(asked).toHaveLength(1), 5000, 'the one question');
      expect(said.at(1)).toBe('44{"message":"unauthenticated"}');
    } finally {
      await counting.stop();
    }
  }, 60_000);
});

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
    // A socket keeps its order: what was meant for another one would have come before these.
    await publishPaid(81, '1234567890123457');
    await publishPaid(82, '2234567890123457');
    for (const listener of [byToken, byCookie, other]) await received(listener, 2, 'the next event');
    expect(byToken.events.slice(0, 1)).toEqual([
      {
        agreementId: '1234567890123456',
        status: 'processing',
        stage: null,
        percent: null,
        segmentCount: null,
        at: expect.any(String),
      },
    ]);
    expect(byCookie.events).toEqual(byToken.events);
    expect(other.events.map((event) => event.agreementId)).toEqual(['2234567890123456', '2234567890123457']);
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
    // Its session was looked at when it connected just now, which is the longest way to the end.
    anna.logout();
    // Counted in looks, which a machine that stands still does not make.
    let looks = 0;
    await eventually(
      async () => {
        looks += 1;
        expect(leaving.socket.connected).toBe(false);
      },
      8000,
      'the socket closed',
    );
    expect(looks * LOOK_EVERY_MS).toBeLessThan(5000);
    expect(staying.socket.connected).toBe(true);
  });
});

describe('a session that has ended', () => {
  const WITHIN_MS = 1000;

  it('is refused within a second of being told, and told twice changes nothing', async () => {
    const [leaving, staying] = [gateway.login(96), gateway.login(97)];
    const sockets = [await listen({ token: leaving.token }), await listen({ token: staying.token })];
    const before = await gateway.principalSeenFor(leaving.token);
    expect(before).toMatchObject({ kind: 'user', id: 96 });
    leaving.logout();
    const told = event(sessionsEnded, { userId: 96, sessionIds: [leaving.sid] });
    await publish(told);
    let looks = 0;
    await eventually(
      async () => {
        looks += 1;
        expect(await gateway.principalSeenFor(leaving.token)).toMatchObject({ kind: 'visitor' });
      },
      WITHIN_MS,
      'the refusal',
    );
    await eventually(
      async () => {
        looks += 1;
        expect(sockets[0]?.socket.connected).toBe(false);
      },
      WITHIN_MS,
      'the closed socket',
    );
    expect(looks * LOOK_EVERY_MS).toBeLessThan(2 * WITHIN_MS);
    await publish(told);
    await publishPaid(97, '3234567890123460');
    await received(sockets[1] as LiveClient, 1, 'the event of who stays');
    expect(await gateway.principalSeenFor(leaving.token)).toMatchObject({ kind: 'visitor' });
    expect(await gateway.principalSeenFor(staying.token)).toMatchObject({ kind: 'user', id: 97 });
  });
});

describe('administrators', () => {
  it('hear of every agreement, of owners and of none; an owner with the same id hears nothing of others', async () => {
    const admin = await listen({ token: gateway.login(91, 'admin').token });
    const user = await listen({ token: gateway.login(91).token });
    await publishPaid(92, '3234567890123456');
    const cancelled = { from: 'pending', reason: 'unpaid_expired' } as const;
    await publish(
      event(agreementCancelled, { agreementId: '3234567890123457', ownerId: null, ...cancelled }),
    );
    await publishPaid(91, '3234567890123458');
    await received(admin, 3, 'three events');
    await publishPaid(91, '3234567890123459');
    await received(admin, 4, 'the next event');
    await eventually(
      async () => expect(user.events.at(-1)?.agreementId).toBe('3234567890123459'),
      5000,
      'the next event for the owner',
    );
    expect(admin.events.map(({ agreementId, status }) => [agreementId, status])).toEqual(
      expect.arrayContaining([
        ['3234567890123456', 'processing'],
        ['3234567890123457', 'cancelled'],
        ['3234567890123458', 'processing'],
      ]),
    );
    const ofUser = user.events.map(({ agreementId }) => agreementId);
    expect(ofUser).toEqual(['3234567890123458', '3234567890123459']);
  });

  it('are shut out when their session has ended', async () => {
    const login = gateway.login(93, 'admin');
    const admin = await listen({ token: login.token });
    login.logout();
    await eventually(async () => expect(admin.socket.connected).toBe(false), 8000, 'the socket closed');
  });
});

describe('the holder of a mailed link', () => {
  const AGREEMENT = '7234567890123456';

  it('hears how its own agreement goes on: no names, no words, nothing of others', async () => {
    const link = await listen({ link: { agreementId: AGREEMENT, key: KEY } });
    await received(link, 1, 'how it stands');
    expect(link.events[0]).toEqual({
      agreementId: AGREEMENT,
      status: 'processing',
      stage: 'queued',
      percent: 0,
      segmentCount: null,
      at: expect.any(String),
    });
    const progress = { ownerId: 94, stage: 'transcribing', percent: 40, segmentCount: 12 } as const;
    await publish(event(transcriptProgressed, { agreementId: '7234567890123457', ...progress }));
    await publish(event(transcriptProgressed, { agreementId: AGREEMENT, ...progress }));
    await received(link, 2, 'its progress');
    await publish(event(transcriptProgressed, { agreementId: AGREEMENT, ...progress, percent: 50 }));
    await received(link, 3, 'its next progress');
    expect(link.events[2]).toMatchObject({ agreementId: AGREEMENT, percent: 50 });
    expect(link.events[1]).toEqual({
      agreementId: AGREEMENT,
      status: null,
      stage: 'transcribing',
      percent: 40,
      segmentCount: null,
      at: expect.any(String),
    });
  });

  it('is refused with a wrong key, without one, and for another agreement', async () => {
    const { token } = gateway.login(95);
    for (const link of [
      { agreementId: AGREEMENT, key: 'wrong' },
      { agreementId: AGREEMENT },
      { agreementId: AGREEMENT, key: 7 },
      { agreementId: AGREEMENT, key: 'k'.repeat(301) },
      { agreementId: '8234567890123456', key: KEY },
      { agreementId: '../../7', key: KEY },
      { key: KEY },
    ]) {
      await expect(listen({ link })).rejects.toThrow('unauthenticated');
      // A session beside it opens nothing either: the agreement may be somebody else's.
      await expect(listen({ link, token })).rejects.toThrow('unauthenticated');
    }
  });

  it('is shut out when a newer link is mailed', async () => {
    const other = '7234567890123458';
    const link = await listen({ link: { agreementId: other, key: KEY } });
    const staying = await listen({ link: { agreementId: AGREEMENT, key: KEY } });
    await publish(
      event(invitationIssued, {
        agreementId: other,
        ownerId: 96,
        invitationId: randomUUID(),
        kind: 'corrected',
        expiresAt: '2026-12-05T10:00:00.000Z',
      }),
    );
    await eventually(async () => expect(link.socket.connected).toBe(false), 5000, 'the socket closed');
    expect(staying.socket.connected).toBe(true);
  });
});

describe('an event that is delivered twice', () => {
  it('tells the same twice, so that nothing changes', async () => {
    const owner = await listen({ token: gateway.login(97).token });
    const done = event(transcriptCompleted, {
      ...{ agreementId: '4234567890123456', ownerId: 97, transcriptId: randomUUID() },
      ...{ sha256: 'a'.repeat(64), durationMs: 2000, segmentCount: 3, engine: 'pocketsphinx', isDraft: true },
    });
    await publish(done);
    await received(owner, 1, 'the first');
    await publish(done);
    await received(owner, 2, 'the second');
    expect(owner.events[0]).toMatchObject({ stage: 'done', percent: 100, segmentCount: 3 });
    expect(owner.events[1]).toEqual(owner.events[0]);
  });
});

/** What a gateway tells of an agreement of this owner, to its own browsers and to the other gateways. */
const tell = ({ service }: GatewayUnderTest, ownerId: number, agreementId: string) =>
  service.app.get(LiveGateway).tell(ownerId, {
    ...{ agreementId, status: 'completed', stage: 'done', percent: 100, segmentCount: null },
    at: '2026-11-21T10:00:00.000Z',
  });

describe('a gateway that is stopped', () => {
  it('is not held up by live connections, and tells the others of events until the last one is dealt with', async () => {
    const stopping = await GatewayUnderTest.start(() => undefined, { env: { REDIS_URL: gateway.redisUrl } });
    const listener = await listen({ token: gateway.login(99).token });
    const { token } = stopping.login(99);
    const sockets = ['websocket', 'polling'].map((transport) =>
      io(stopping.url, { transports: [transport], reconnection: false, auth: { token } }),
    );
    try {
      await eventually(
        async () => expect(sockets.map(({ connected }) => connected)).toEqual([true, true]),
        5000,
        'both connections',
      );
      // What the consumers still have to do when the connections of browsers are closed.
      const close = TopicStrategy.prototype.close;
      jest.spyOn(TopicStrategy.prototype, 'close').mockImplementationOnce(function (this: TopicStrategy) {
        tell(stopping, 99, '5234567890123456');
        return close.call(this);
      });
      const startedAt = performance.now();
      await stopping.service.close();
      expect(performance.now() - startedAt).toBeLessThan(5000);
      expect(sockets.map(({ connected }) => connected)).toEqual([false, false]);
      await received(listener, 1, 'the event of the other gateway');
    } finally {
      for (const socket of sockets) socket.disconnect();
      await stopping.stop();
    }
  }, 120_000);
});

describe('Redis away', () => {
  it.each<[string, (proxy: TcpProxy) => unknown, (proxy: TcpProxy) => unknown]>([
    ['is cut off', (proxy) => proxy.close(), (proxy) => proxy.open()],
    ['does not answer', (proxy) => proxy.freeze(), (proxy) => proxy.thaw()],
  ])(
    'of one gateway, for which it %s: the browsers of the others connect anew, which have missed what it could not tell',
    async (_, away, back) => {
      const proxy = await TcpProxy.to(gateway.redisUrl);
      const cut = await GatewayUnderTest.start(() => undefined, { env: { REDIS_URL: proxy.url } });
      const socket = io(gateway.url, {
        transports: ['websocket'],
        auth: { token: gateway.login(100).token },
      });
      const happened: string[] = [];
      socket.on('connect', () => happened.push('connected'));
      socket.on('disconnect', (reason) => happened.push(reason));
      try {
        await eventually(async () => expect(happened).toEqual(['connected']), 5000, 'a connection');
        await away(proxy);
        tell(cut, 100, '6234567890123456');
        const { publisher } = cut.service.app.get(LiveChannels);
        await eventually(async () => expect(publisher.status).not.toBe('ready'), 5000, 'the outage seen');
        await back(proxy);
        await eventually(
          async () => expect(happened).toEqual(['connected', 'transport close', 'connected']),
          15_000,
          'another connection',
        );
      } finally {
        socket.disconnect();
        await cut.stop();
        await proxy.close();
      }
    },
    120_000,
  );

  it('has browsers connect anew when it is back: what other gateways told meanwhile was not heard', async () => {
    const proxy = await TcpProxy.to(gateway.redisUrl);
    const cut = await GatewayUnderTest.start(() => undefined, { env: { REDIS_URL: proxy.url } });
    const { token } = cut.login(98);
    const socket = io(cut.url, { transports: ['websocket'], auth: { token } });
    const happened: string[] = [];
    socket.on('connect', () => happened.push('connected'));
    socket.on('disconnect', (reason) => happened.push(reason));
    try {
      await eventually(async () => expect(happened).toEqual(['connected']), 5000, 'a connection');
      await proxy.close();
      await proxy.open();
      await eventually(
        async () => expect(happened.slice(0, 3)).toEqual(['connected', 'transport close', 'connected']),
        15_000,
        'another connection',
      );
    } finally {
      socket.disconnect();
      await cut.stop();
      await proxy.close();
    }
  }, 120_000);

  it('ends no gateway: what it would have told the others is dropped', async () => {
    const proxy = await TcpProxy.to(gateway.redisUrl);
    const failures: unknown[] = [];
    const note = (reason: unknown) => failures.push(reason);
    process.on('unhandledRejection', note);
    const cut = await GatewayUnderTest.start(() => undefined, { env: { REDIS_URL: proxy.url } });
    try {
      await proxy.close();
      const live = cut.service.app.get(LiveGateway);
      live.endSessions([randomUUID()]);
      live.shutLinks('1234567890123456');
    } finally {
      // Closing gives up every command that still waits.
      await cut.stop();
      process.off('unhandledRejection', note);
    }
    expect(failures).toEqual([]);
  }, 120_000);
});
