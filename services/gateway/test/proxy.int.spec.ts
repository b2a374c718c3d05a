import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from 'pino';
import { request } from 'undici';
import { maxAudioBytes, maxPhotoBytes } from '#contracts';
import { LOGGER, ServiceTokens, TOKEN_CHALLENGE } from '#platform';
import { eventually, letTimePass, requestAsItIs } from '#testing';
import { until } from '../../../libs/platform/test/test-service.js';
import { GatewayUnderTest, PUBLIC_URL } from './gateway-under-test.js';

/** Of a form with both files and its fields. */
const MOST_BYTES = maxAudioBytes + maxPhotoBytes + 1024 * 1024;
const LARGE_BYTES = 50 * 1024 * 1024;
/** Well below a body that is kept, well above the pieces on their way between two sockets. */
const PASSING_BYTES = 16 * 1024 * 1024;
const FILE = Buffer.from('0123456789');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in buffers that somebody still holds. Client, gateway and service run in this process. */
function bytesHeld(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

let gateway: GatewayUnderTest;
/** The request that the slow service does not read. */
let slow: IncomingMessage | null = null;
/** Answers that a test gives. */
const waiting: ServerResponse[] = [];
/** How the service ends the connections of the next requests, instead of an answer. */
const endings: ('destroy' | 'resetAndDestroy')[] = [];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(
    (incoming, response) => {
      const ending = endings.shift();
      if (ending) {
        incoming.socket[ending]();
        return;
      }
      if (incoming.url === '/api/agreements/away') {
        response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' });
        response.end('{"code":"unavailable"}');
        return;
      }
      if (incoming.url?.startsWith('/api/agreements/file')) {
        response.writeHead(206, {
          'content-type': 'audio/mpeg',
          'content-range': `bytes 2-4/${FILE.length}`,
          'accept-ranges': 'bytes',
          'x-secret': 'inside',
        });
        response.end(incoming.method === 'HEAD' ? undefined : FILE.subarray(2, 5));
        return;
      }
      if (incoming.url?.includes('/missing')) {
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end('{"code":"not_found"}');
        return;
      }
      if (incoming.url === '/api/agreements/refused') {
        response.writeHead(401, { 'content-type': 'application/json', 'www-authenticate': TOKEN_CHALLENGE });
        response.end('{"code":"unauthenticated"}');
        return;
      }
      if (incoming.url === '/api/transcribe') {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"code":"unauthenticated"}');
        return;
      }
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      if (incoming.url?.endsWith('?slow')) {
        incoming.pause();
        slow = incoming;
      }
      incoming.on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ bytes }));
      });
      // By its real name, because only the gateway believes no header about addresses.
    },
    { name: 'gateway' },
  );
}, 120_000);

beforeEach(() => {
  gateway.upstream.seen.length = 0;
});

afterAll(async () => {
  await gateway?.stop();
}, 60_000);

const errorShape = (statusCode: number, code: string) => ({
  statusCode,
  code,
  message: expect.any(String),
  correlationId: expect.any(String),
});

describe('what passes through', () => {
  it('large bodies, as they come, without being kept', async () => {
    const piece = Buffer.alloc(64 * 1024, 7);
    let sent = 0;
    const body = () =>
      Readable.from(
        (function* () {
          for (sent = 0; sent < LARGE_BYTES; sent += piece.length) yield piece;
        })(),
      );
    const send = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await request(gateway.url + path, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
        body: body(),
      });
      return [answer.statusCode, await answer.body.json()];
    };
    const whole = [200, { bytes: LARGE_BYTES }];
    const length = { 'content-length': String(LARGE_BYTES) };
    // The garbage collector settles first; client and service run in this process, too.
    for (let i = 0; i < 4; i += 1) expect(await send('/api/agreements/temporary', length)).toEqual(whole);
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 4; i += 1) expect(await send('/api/agreements/temporary', length)).toEqual(whole);
    expect(process.memoryUsage().rss - before).toBeLessThan(LARGE_BYTES);
    // Bodies of a length that is not known before pass, too.
    expect(await send('/api/agreements/temporary')).toEqual(whole);
    // While a service does not read, what came waits in the sockets of the system, however much these hold.
    const held = bytesHeld();
    const answer = send('/api/agreements/temporary?slow', length);
    await until('the request is there', () => slow !== null);
    await letTimePass(1000, 'a gateway that keeps bodies would have taken all of it');
    expect(sent).toBeGreaterThan(piece.length);
    expect(bytesHeld() - held).toBeLessThan(PASSING_BYTES);
    slow?.resume();
    expect(await answer).toEqual(whole);
  }, 60_000);

  it('byte ranges, in both directions', async () => {
    const answer = await fetch(`${gateway.url}/api/agreements/file`, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(answer.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(answer.headers.get('x-secret')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(gateway.upstream.seen[0]?.headers.range).toBe('bytes=2-4');
    const head = await fetch(`${gateway.url}/api/agreements/file`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([206, '']);
    expect(head.headers.get('content-range')).toBe('bytes 2-4/10');
  });

  it('identity as the gateway knows it, never as the client says', async () => {
    const { token } = gateway.login(71);
    const tokens = new ServiceTokens('a-secret-of-at-least-thirty-two-characters');
    const warn = jest.spyOn(gateway.service.app.get<Logger>(LOGGER), 'warn');
    await fetch(`${gateway.url}/api/agreements/1`, {
      headers: {
        authorization: `Bearer ${token}`,
        'x-service-token': tokens.issue({ kind: 'admin', id: 1, sessionId: null }),
        'x-forwarded-for': '198.51.100.1',
        'x-user-id': '1',
        cookie: 'ssc_session=x; ssc_claim_1=y',
      },
    });
    const headers = gateway.upstream.seen[0]?.headers ?? {};
    expect(tokens.verify(String(headers['x-service-token']))).toMatchObject({ kind: 'user', id: 71 });
    expect(headers['x-forwarded-for']).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
    expect(headers['x-user-id']).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
    expect(headers.cookie).toBe('ssc_claim_1=y');
    // It may be a proxy that nobody has named.
    const said = expect.stringContaining('an address that TRUSTED_PROXIES does not name');
    expect(warn).toHaveBeenCalledWith({ address: expect.stringMatching(/127\.0\.0\.1$/) }, said);
  });
});

describe('a bearer token that counts no longer', () => {
  const asked = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(gateway.url + path, { headers });
    return { status: answer.status, isOver: answer.headers.get('x-session-ended') };
  };
  const missing = '/api/agreements/missing';

  it('is told beside what a visitor is refused', async () => {
    const { token, logout } = gateway.login(72);
    const authorization = `Bearer ${token}`;
    expect(await asked(missing, { authorization })).toEqual({ status: 404, isOver: null });
    logout();
    await eventually(
      async () => expect(await asked(missing, { authorization })).toEqual({ status: 404, isOver: '1' }),
      10_000,
      'the gateway asks auth again',
    );
  });

  it.each<[string, string, Record<string, string>]>([
    ['what is there', '/api/agreements/1', { authorization: 'Bearer of-nobody' }],
    ['no token', missing, {}],
    ['a cookie', missing, { cookie: 'ssc_session=of-nobody' }],
    ['what a mailed key opens', `${missing}?key=k`, { authorization: 'Bearer of-nobody' }],
    ['an invitation', '/api/agreements/remote/missing', { authorization: 'Bearer of-nobody' }],
  ])('is not told with %s', async (_what, path, headers) => {
    expect(await asked(path, headers)).toMatchObject({ isOver: null });
  });
});

describe('what is asked again', () => {
  const asked = () => gateway.upstream.seen.map(({ method }) => method);

  it('nothing that a service answered, also when it cannot serve now', async () => {
    const answer = await fetch(`${gateway.url}/api/agreements/away`);
    expect([answer.status, await answer.json()]).toEqual([503, { code: 'unavailable' }]);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(asked()).toEqual(['GET']);
  });

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'once, what only reads and met a closed connection: %s',
    async (ending) => {
      for (const method of ['GET', 'HEAD']) {
        gateway.upstream.seen.length = 0;
        endings.push(ending);
        const answer = await fetch(`${gateway.url}/api/agreements/1`, { method });
        expect([answer.status, asked()]).toEqual([200, [method, method]]);
      }
      gateway.upstream.seen.length = 0;
      endings.push(ending, ending);
      expect((await fetch(`${gateway.url}/api/agreements/1`)).status).toBe(503);
      expect(asked()).toEqual(['GET', 'GET']);
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('never a %s: it may have been done', async (method) => {
    endings.push('destroy');
    const answer = await fetch(`${gateway.url}/api/agreements/1`, { method, body: '{}' });
    expect([answer.status, asked()]).toEqual([503, [method]]);
    expect(endings).toEqual([]);
  });
});

describe('what does not pass', () => {
  it('that a service refuses the gateway’s own token: it would log out whoever made the call', async () => {
    const { token } = gateway.login(72);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${gateway.url}/api/agreements/refused`, { headers });
    expect([answer.status, await answer.json()]).toEqual([503, errorShape(503, 'unavailable')]);
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });

  it('an upload that its service refuses: the sender reads why, although the service has not read it', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    const broken = jest.fn();
    socket.on('error', broken);
    const length = 20 * 1024 * 1024;
    socket.write(`POST /api/transcribe HTTP/1.1\r\nHost: test\r\nContent-Length: ${length}\r\n\r\n`);
    for (let sent = 0; sent < length; sent += 1024 * 1024) {
      if (!socket.write(Buffer.alloc(1024 * 1024))) await once(socket, 'drain');
    }
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1\.1 401 [\s\S]*unauthenticated/);
    expect(broken).not.toHaveBeenCalled();
    socket.destroy();
  }, 60_000);

  it('more bytes than a file may have, when their number was not announced', async () => {
    const piece = Buffer.alloc(1024 * 1024);
    const pieces = function* () {
      for (let sent = 0; sent <= MOST_BYTES; sent += piece.length) yield piece;
    };
    const answer = await request(`${gateway.url}/api/agreements/temporary`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: Readable.from(pieces()),
    });
    expect([answer.statusCode, await answer.body.json()]).toEqual([413, errorShape(413, 'file_too_large')]);
  }, 60_000);

  it('an address in an encoding that means nothing', async () => {
    for (const path of ['/api/config?x=%', '/api/agreements/%c3', '/api/agreements/1?x=%zz']) {
      const answer = await fetch(gateway.url + path);
      const body = (await answer.json()) as { correlationId: string };
      expect([path, answer.status, body]).toEqual([path, 400, errorShape(400, 'invalid_input')]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-correlation-id': body.correlationId,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cache-control': 'no-store',
      });
    }
    expect(gateway.upstream.seen).toEqual([]);
  });

  it('anything for a service that is away: 503, and when to come again', async () => {
    const answer = await fetch(`${gateway.url}/api/config`);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toEqual(errorShape(503, 'unavailable'));
  });

  it('the health of all: one that is away is enough for 503', async () => {
    const stranger = await fetch(`${gateway.url}/api/health`);
    expect([stranger.status, await stranger.json()]).toEqual([503, { status: 'down' }]);
    const own = await fetch(`${gateway.url}/health`);
    expect(await own.json()).toEqual({ status: 'up' });
    const tokens = new ServiceTokens('a-secret-of-at-least-thirty-two-characters');
    const itself = { kind: 'service', id: 0, sessionId: null, name: 'verify' } as const;
    const headers = { 'x-service-token': tokens.issue(itself, 'gateway') };
    const answer = await fetch(`${gateway.url}/api/health`, { headers });
    const { status, services } = (await answer.json()) as {
      status: string;
      services: { name: string; status: string }[];
    };
    expect([answer.status, status]).toEqual([503, 'down']);
    expect(services).toContainEqual(expect.objectContaining({ name: 'gateway', status: 'up' }));
    const silentSince = expect.any(String);
    expect(services).toContainEqual({ name: 'payments', status: 'down', checks: [], silentSince });
  });

  it('paths that nobody owns', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      for (const path of [
        '/api/nothing',
        '/api/',
        '/internal/sessions/1',
        '/api/internal/agreements/1',
        '/nothing',
      ]) {
        const answer = await fetch(gateway.url + path, { method });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        expect(answer.headers.get('content-type')).toContain('application/json');
        expect(await answer.json()).toEqual(errorShape(404, 'not_found'));
      }
    }
    expect(gateway.upstream.seen).toEqual([]);
  });

  it.each([
    '/api/agreements/../../internal/agreements/1',
    '/api/agreements/./1',
    '/api/agreements//1',
    '//api/agreements/1',
    '/api/agreements/%2e%2e/internal',
    '/api/agreements/..%2finternal',
    '/api/agreements/a%2Fb',
    '/api/agreements/a%5cb',
    '/api/agreements/a\\b',
    '/api/agreements/..',
    'http://127.0.0.1/api/agreements/1',
  ])('%s, sent as it is', async (target) => {
    const { status } = await requestAsItIs(gateway.url, target);
    expect([400, 404]).toContain(status);
    expect(gateway.upstream.seen).toEqual([]);
  });

  it('changes from pages of another site', async () => {
    const post = (origin: string) =>
      fetch(`${gateway.url}/api/agreements/1`, {
        method: 'POST',
        headers: { origin, cookie: 'ssc_session=x' },
      });
    for (const origin of [
      'https://evil.test',
      'null',
      `${PUBLIC_URL}.evil.test`,
      'http://contracts.example.test',
    ]) {
      expect([origin, (await post(origin)).status]).toEqual([origin, 403]);
    }
    expect(gateway.upstream.seen).toEqual([]);
    expect((await post(PUBLIC_URL)).status).toBe(200);
    expect((await post(gateway.url)).status).toBe(200);
  });

  it('a body that announces too much', async () => {
    const answer = await request(`${gateway.url}/api/agreements/1`, {
      method: 'POST',
      headers: { 'content-length': String(300 * 1024), 'content-type': 'application/json' },
      body: Buffer.alloc(300 * 1024, 32),
    });
    expect([answer.statusCode, await answer.body.json()]).toEqual([413, errorShape(413, 'body_too_large')]);
    expect(gateway.upstream.seen).toEqual([]);
  });

  it('too many requests', async () => {
    const limited = await GatewayUnderTest.start((_request, response) => response.end('{}'), {
      env: { REQUESTS_PER_MINUTE: '3' },
    });
    try {
      const statuses = [];
      for (let i = 0; i < 4; i += 1) {
        const answer = await fetch(`${limited.url}/api/agreements/1`);
        statuses.push(answer.status);
        if (answer.status === 429) {
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
          expect(await answer.json()).toEqual(errorShape(429, 'too_many_requests'));
        }
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    } finally {
      await limited.stop();
    }
  }, 60_000);

  it('a login, while auth is away', async () => {
    const known = gateway.login(72);
    await gateway.stopAuth();
    const answer = await fetch(`${gateway.url}/api/agreements/1`, {
      headers: { authorization: `Bearer ${known.token}` },
    });
    expect([answer.status, await answer.json()]).toEqual([503, errorShape(503, 'unavailable')]);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(gateway.upstream.seen).toEqual([]);
    // Visitors need no auth.
    expect((await fetch(`${gateway.url}/api/agreements/1`)).status).toBe(200);
  });
});

describe('where little is allowed', () => {
  const JSON_OF_400_BYTES = 'Content-Type: application/json\r\nContent-Length: 400';
  const opened: Socket[] = [];
  let narrow: GatewayUnderTest;

  /** Sends the head of a POST and as much of its body as is given, and waits. */
  const begin = (path: string, headers: string, body = ''): Socket => {
    const { hostname, port } = new URL(narrow.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    opened.push(socket);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: test\r\n${headers}\r\n\r\n${body}`);
    return socket;
  };

  beforeAll(async () => {
    narrow = await GatewayUnderTest.start(
      (incoming, response) => {
        if (incoming.url?.includes('wait')) waiting.push(response);
        else response.end('{}');
      },
      {
        env: {
          BODIES_PER_ADDRESS: '20',
          UPLOADS_PER_MINUTE: '5',
          REMOTE_LOOKUPS_PER_MINUTE: '2',
          CERTIFICATES_PER_MINUTE: '2',
          PACKETS_PER_MINUTE: '2',
          OPEN_REQUESTS_PER_ADDRESS: '3',
        },
      },
    );
  }, 60_000);

  beforeEach(() => {
    waiting.length = 0;
    narrow.upstream.seen.length = 0;
  });

  afterAll(async () => {
    for (const socket of opened) socket.destroy();
    await narrow?.stop();
  }, 60_000);

  it('a body takes no connection to a service before it is whole, and the slowest makes room', async () => {
    let ended = 0;
    for (let i = 0; i < 20; i += 1) {
      let text = '';
      begin('/api/agreements/1', JSON_OF_400_BYTES, '{')
        .on('data', (data) => {
          text += data.toString();
        })
        .on('close', () => {
          if (text.startsWith('HTTP/1.1 408')) ended += 1;
        });
    }
    await letTimePass(1500, 'halves that are old enough to make room');
    expect(narrow.upstream.seen).toEqual([]);
    for (let i = 0; i < 5; i += 1) {
      const answer = await fetch(`${narrow.url}/api/agreements/1`, { method: 'POST', body: '{"a":1}' });
      expect(answer.status).toBe(200);
    }
    // An upload that goes on is not the slowest, however long it takes.
    const upload = begin('/api/agreements/temporary', 'Content-Length: 30000');
    for (let i = 0; i < 10; i += 1) {
      upload.write(Buffer.alloc(3000));
      await letTimePass(300, 'a slow network');
      begin('/api/agreements/1', JSON_OF_400_BYTES, '{');
    }
    const [data] = (await once(upload, 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1\.1 200 /);
    await until('ten made room', () => ended >= 10);
  }, 60_000);

  it.each(['/', '/%c3'])('bodies that nobody wants are counted, too: those to %s', async (path) => {
    const refused = async () => {
      const answer = await fetch(`${narrow.url}/`, { method: 'POST', body: '{"a":1}' });
      expect([answer.status, await answer.json()]).toEqual([429, errorShape(429, 'too_many_requests')]);
    };
    // They are refused while all twenty are younger than a second; a machine that stands still begins anew.
    await eventually(
      async () => {
        for (const socket of opened.splice(0)) socket.destroy();
        await letTimePass(200, 'the gateway hears of closed connections');
        for (let i = 0; i < 20; i += 1) begin(path, JSON_OF_400_BYTES, '{');
        await eventually(refused, 225, 'a refusal while they are young');
      },
      10_000,
      'a refusal',
    );
    for (const socket of opened.splice(0)) socket.destroy();
  });

  it.each([
    ['certificates', 'summary.pdf', ['%73ummary.pdf', 'summ%61ry.pdf']],
    ['packets', 'evidence.zip', ['%65vidence.zip', 'evid%65nce.zip']],
  ])('%s are counted apart from other requests, in whatever spelling', async (_, file, spellings) => {
    const one = '/api/agreements/1234567890123456';
    const statuses: number[] = [];
    for (const path of [file, `${file}?key=x`, ...spellings])
      statuses.push((await fetch(`${narrow.url}${one}/${path}`)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect((await fetch(`${narrow.url}${one}/${file}`, { method: 'HEAD' })).status).toBe(429);
    expect((await fetch(narrow.url + one)).status).toBe(200);
  });

  it('looks at invitations are counted in whatever spelling', async () => {
    const looks = ['remote', '%72emote', 'r%65mote', '%72%65%6d%6F%74%65'].map((word) =>
      fetch(`${narrow.url}/api/agreements/${word}/1`),
    );
    const statuses = (await Promise.all(looks)).map((answer) => answer.status);
    expect(statuses.sort()).toEqual([200, 200, 429, 429]);
    for (const { url } of narrow.upstream.seen) expect(url).toBe('/api/agreements/remote/1');
  });

  it('long uploads are counted when they begin: each makes room', async () => {
    const begun = async () => (await fetch(`${narrow.url}/api/recordings`, { method: 'POST' })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push(await begun());
    expect(statuses.at(0)).toBe(200);
    expect(statuses.at(-1)).toBe(429);
    expect((await fetch(`${narrow.url}/api/agreements/1`)).status).toBe(200);
  });

  it('an address has no more open requests to one service', async () => {
    const open = Array.from({ length: 3 }, () => fetch(`${narrow.url}/api/agreements/wait`));
    await until('they wait', () => waiting.length === 3);
    const fourth = await fetch(`${narrow.url}/api/agreements/wait`);
    expect([fourth.status, await fourth.json()]).toEqual([429, errorShape(429, 'too_many_requests')]);
    // Recordings have connections of their own.
    const file = fetch(`${narrow.url}/api/agreements/wait/audio`);
    await until('it waits', () => waiting.length === 4);
    for (const response of waiting) response.end('{}');
    for (const answer of await Promise.all([...open, file])) expect(answer.status).toBe(200);
  });
});
