import { jest } from '@jest/globals';
import { addressOf, authHeaders, request, respond, send } from './api-client';

describe('authHeaders', () => {
  const stored: Record<string, string> = { userToken: 'user', adminToken: 'admin' };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

  beforeAll(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: { getItem: (key: string) => stored[key] ?? null },
    });
  });

  afterAll(() => {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  });

  it.each([
    ['/api/users/7/stats', 'user'],
    ['/api/agreements/4207731958026614/events', 'user'],
    ['/api/admin/stats', 'admin'],
    ['/api/admin/users?q=maria', 'admin'],
    ['/api/admin/logout', 'admin'],
  ])('%s carries the token of the %s', (path, token) => {
    expect(authHeaders(path)).toEqual({ Authorization: `Bearer ${token}` });
  });

  it.each(['/api/auth/login', '/api/auth/signup', '/api/admin/login'])('%s carries none', (path) => {
    expect(authHeaders(path)).toEqual({});
  });
});

describe('an answer that a session has ended', () => {
  const beforeFetch = globalThis.fetch;
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  let token: string | null;
  const refuseAfter = (change: () => void) => {
    token = 'of-anna';
    globalThis.fetch = async () => {
      change();
      return Response.json({ code: 'unauthenticated', message: 'Please log in.' }, { status: 401 });
    };
  };

  beforeAll(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: { getItem: (key: string) => (key === 'userToken' ? token : null) },
    });
  });
  afterAll(() => {
    globalThis.fetch = beforeFetch;
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  });

  it('may come beside what a visitor is refused', async () => {
    token = 'of-anna';
    const answer = (headers: Record<string, string>) =>
      Response.json({ code: 'not_found', message: 'Nothing there.' }, { status: 404, headers });
    globalThis.fetch = async () => answer({ 'x-session-ended': '1' });
    await expect(send('GET', '/api/escrow/42')).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    globalThis.fetch = async () => answer({});
    await expect(send('GET', '/api/escrow/42')).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each<[string, string, () => void]>([
    ['the one that is open', 'unauthenticated', () => undefined],
    ['the one before', 'session_replaced', () => (token = 'of-bea')],
    ['one after which nobody signed in', 'unauthenticated', () => (token = null)],
  ])('is told as what it is: of %s', async (_which, code, change) => {
    refuseAfter(change);
    await expect(request('get', '/api/auth/user')).rejects.toMatchObject({ status: 401, code });
  });
});

describe('a request', () => {
  const sent = jest.fn<typeof fetch>(async () => Response.json({ ok: true }));
  const before = globalThis.fetch;
  beforeAll(() => {
    globalThis.fetch = sent;
  });
  beforeEach(() => sent.mockClear());
  afterAll(() => {
    globalThis.fetch = before;
  });

  it('puts the parameters into the path, each safe there', async () => {
    const path = { agreementId: '42', label: 'a/b ?' };
    await request('put', '/api/agreements/{agreementId}/transcript/speakers/{label}', {
      params: { path },
      body: { name: 'Anna', party: 'a' },
    });
    const [address, init] = sent.mock.calls[0] ?? [];
    expect(address).toBe('/api/agreements/42/transcript/speakers/a%2Fb%20%3F');
    expect(init).toMatchObject({
      method: 'PUT',
      credentials: 'include',
      body: '{"name":"Anna","party":"a"}',
    });
  });

  it('puts what is known behind the question mark, and nothing else', async () => {
    const path = { agreementId: '42' };
    await request('get', '/api/escrow/{agreementId}', { params: { path, query: { key: 'a&b' } } });
    await request('get', '/api/escrow/{agreementId}', { params: { path, query: { key: undefined } } });
    expect(sent.mock.calls.map(([address]) => address)).toEqual([
      '/api/escrow/42?key=a%26b',
      '/api/escrow/42',
    ]);
  });

  it('sends the parameters that are headers as headers', async () => {
    const params = { path: { recordingId: 'r1' }, header: { 'x-upload-token': 't' } };
    await request('get', '/api/recordings/{recordingId}', { params });
    expect(sent.mock.calls[0]?.[0]).toBe('/api/recordings/r1');
    expect(sent.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-upload-token': 't' });
  });

  it('is answered as it came where what is in it is no JSON', async () => {
    sent.mockResolvedValueOnce(new Response('1\n'));
    const params = { path: { agreementId: '42' }, query: { format: 'srt' } } as const;
    const answer = await respond('get', '/api/agreements/{agreementId}/transcript/export', { params });
    await expect(answer.text()).resolves.toBe('1\n');
  });

  it('has an address for elements that ask by themselves', () => {
    const params = { path: { agreementId: '4/2' }, query: { format: 'mp3', party: undefined } } as const;
    expect(addressOf('/api/agreements/{agreementId}/audio', params)).toBe(
      '/api/agreements/4%2F2/audio?format=mp3',
    );
  });

  it('has no body and no type of one where nothing is sent', async () => {
    await request('post', '/api/auth/logout');
    const [, init] = sent.mock.calls[0] ?? [];
    expect(init?.body).toBeUndefined();
    expect(init?.headers).not.toHaveProperty('Content-Type');
  });

  it('fails like one that is unreachable where the answer breaks off, refused or not', async () => {
    const broken = (status: number) => {
      const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) });
      return new Response(body, { status });
    };
    for (const status of [200, 503]) {
      sent.mockResolvedValueOnce(broken(status));
      await expect(request('get', '/api/config')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    }
  });

  it('fails like one that is unreachable where the answer takes too long to read', async () => {
    const late = new DOMException('The operation timed out.', 'TimeoutError');
    const body = new ReadableStream({ start: (stream) => stream.error(late) });
    sent.mockResolvedValueOnce(new Response(body));
    await expect(request('get', '/api/config')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('stays given up where it is while the answer is read', async () => {
    const given = new DOMException('Aborted', 'AbortError');
    const body = new ReadableStream({ start: (stream) => stream.error(given) });
    sent.mockResolvedValueOnce(new Response(body));
    await expect(request('get', '/api/config')).rejects.toBe(given);
  });

  it('tells an answer that is not the server’s, such as the page of a hotel’s network', async () => {
    sent.mockResolvedValueOnce(new Response('<html>Please sign in</html>'));
    await expect(request('get', '/api/config')).rejects.toMatchObject({
      status: 200,
      code: 'unreadable_answer',
    });
  });

  it('answers undefined where the answer is empty', async () => {
    sent.mockResolvedValueOnce(new Response(null, { status: 204 }));
    await expect(request('post', '/api/auth/logout')).resolves.toBeUndefined();
  });
});
