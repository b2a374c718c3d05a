import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { ServiceTokens } from '#platform';
import { handOver } from './hand-over.js';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const sum = { holding: 95, violations: 30, unchecked: 1, tookMs: 12.4 };
const named = Array.from({ length: 30 }, (_, index) => `log-is-whole: ${index} ${'x'.repeat(600)}`);

/** What a server was sent that answers every call with this status. */
async function heard(status: number, call: (url: string) => Promise<string | null>) {
  const calls: { path: string; who: unknown; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const who = new ServiceTokens(secret).verify(String(request.headers['x-service-token']));
    calls.push({ path: `${request.method} ${request.url}`, who, body: await json(request) });
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? '' : '{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return { why: await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), calls };
  } finally {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  }
}

describe('the result of a run', () => {
  it('goes to notifications as a service would send it, with its first violations', async () => {
    const { why, calls } = await heard(204, (url) =>
      handOver({ NOTIFICATIONS_URL: url, VERIFY_SERVICE_TOKEN_SECRET: secret }, { ...sum, named }),
    );
    expect(why).toBeNull();
    expect(calls).toEqual([
      {
        path: 'POST /internal/verifications',
        who: expect.objectContaining({ kind: 'service', name: 'verify' }),
        body: {
          ...{ holding: 95, violations: 30, unchecked: 1, tookMs: 12 },
          checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          lines: named.slice(0, 20).map((line) => line.slice(0, 500)),
        },
      },
    ]);
  });

  it('says why it could not be handed over', async () => {
    const given = { ...sum, named: [] };
    expect(await handOver({}, given)).toBe('NOTIFICATIONS_URL is not set');
    expect(await handOver({ NOTIFICATIONS_URL: 'http://127.0.0.1:1' }, given)).toBe(
      'VERIFY_SERVICE_TOKEN_SECRET is not set',
    );
    const env = { NOTIFICATIONS_URL: 'http://127.0.0.1:1', VERIFY_SERVICE_TOKEN_SECRET: secret };
    expect(await handOver(env, given)).toMatch(/^notifications did not take it \(.+\)$/);
    const { why } = await heard(500, (url) => handOver({ ...env, NOTIFICATIONS_URL: url }, given));
    expect(why).toMatch(/^notifications did not take it/);
  });
});
