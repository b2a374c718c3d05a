import { request } from 'undici';
import { GatewayUnderTest } from './gateway-under-test.js';

let gateway: GatewayUnderTest;

const AGREEMENT = '/api/agreements/4207731958026614';
const KEY = '?key=b.c2lnbmF0dXJl';
const NAVIGATES = { 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' };

beforeAll(async () => {
  gateway = await GatewayUnderTest.start((incoming, response) => {
    const path = incoming.url?.split('?', 1)[0] ?? '';
    const refuse = (status: number, body: string) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '5' });
      response.end(incoming.method === 'HEAD' ? undefined : body);
    };
    if (path.endsWith('/evidence.zip')) refuse(404, '{"code":"not_ready"}');
    else if (path.endsWith('/summary.pdf')) refuse(502, '<html>a proxy that is no service of ours</html>');
    else if (path === `${AGREEMENT}/audio`) refuse(410, '{"code":"recording_expired"}');
    else if (path.endsWith('/away/audio')) incoming.socket.destroy();
    else if (path.endsWith('/kept/audio')) response.end('sound');
    else refuse(404, '{"code":"agreement_not_found"}');
  });
}, 120_000);

afterAll(async () => {
  await gateway?.stop();
}, 60_000);

async function open(path: string, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await request(gateway.url + path, { method, headers });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

describe('a file that a mail links to', () => {
  it.each([
    [`${AGREEMENT}/evidence.zip${KEY}`, 'not_ready'],
    [`${AGREEMENT}/audio${KEY}`, 'recording_expired'],
    // What is no answer of ours has no code.
    [`${AGREEMENT}/summary.pdf${KEY}`, 'internal'],
    // What the gateway itself answers.
    ['/api/agreements/away/audio', 'unavailable'],
  ])('%s that is refused leads a person to a page that says why: %s', async (path, code) => {
    const { status, headers, text } = await open(path, NAVIGATES);
    expect([status, text]).toEqual([303, '']);
    // The key stays behind the `#`: no server is sent it, and no log has it.
    expect(headers.location).toBe(`/file-unavailable?code=${code}#${path}`);
    expect(headers).not.toHaveProperty('content-type');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('leads there also in a browser that does not say what it fetches for', async () => {
    const { status } = await open(`${AGREEMENT}/audio${KEY}`, { accept: 'text/html,application/xml;q=0.9' });
    expect(status).toBe(303);
  });

  it('leads to the page whoever asks more often than is allowed', async () => {
    let last = await open(`${AGREEMENT}/summary.pdf${KEY}`, NAVIGATES);
    for (let i = 0; i < 200 && last.headers.location?.includes('internal'); i += 1)
      last = await open(`${AGREEMENT}/summary.pdf${KEY}`, NAVIGATES);
    expect(last.headers.location).toBe(
      `/file-unavailable?code=too_many_requests#${AGREEMENT}/summary.pdf${KEY}`,
    );
  });

  it.each<[string, string, Record<string, string>, 'GET' | 'HEAD', number]>([
    ['a program', `${AGREEMENT}/audio`, { accept: '*/*' }, 'GET', 410],
    ['a player', `${AGREEMENT}/audio`, { 'sec-fetch-dest': 'audio', accept: '*/*' }, 'GET', 410],
    ['a script', `${AGREEMENT}/audio`, { 'sec-fetch-dest': 'empty', accept: 'text/html' }, 'GET', 410],
    ['a look at the head', `${AGREEMENT}/audio`, NAVIGATES, 'HEAD', 410],
    ['a person at another address', `${AGREEMENT}/photo`, NAVIGATES, 'GET', 404],
  ])('is answered to %s as before', async (_, path, headers, method, status) => {
    const answer = await open(path, headers, method);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json']);
    expect(answer.headers).not.toHaveProperty('location');
  });

  it('that is there is sent', async () => {
    expect(await open('/api/agreements/kept/audio', NAVIGATES)).toMatchObject({ status: 200, text: 'sound' });
  });
});
