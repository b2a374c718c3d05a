import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  environmentOf,
  isSecretVariable,
  type Principal,
  type Program,
  programVariables,
  ServiceTokens,
} from '#platform';
import { type ProductInUse, useProduct } from '#testing';

const root = resolve(import.meta.dirname, '..');
const services = Object.keys(programVariables) as Program[];
let product: ProductInUse;

beforeAll(async () => {
  product = await useProduct(root);
}, 240_000);

afterAll(() => product?.stop(), 60_000);

/** What a process of this product was started with, as anybody reads it who gets into it. */
function environOf(service: Program): Record<string, string> {
  const main = `dist/services/${service}/src/main.js`;
  const port = service === 'gateway' ? 'GATEWAY_PORT' : `${service.toUpperCase()}_PORT`;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(main)) continue;
      const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      const environ = Object.fromEntries(entries.map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
      if (environ[port] === product.env[port]) return environ as Record<string, string>;
    } catch (error) {
      // It has ended meanwhile.
      if (!['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  throw new Error(`${service} does not run`);
}

describe('the process of', () => {
  it.each(services)('%s holds its own secrets and no other', (service) => {
    const environ = environOf(service);
    const own = environmentOf(service, product.env);
    const secretsOf = (env: Readonly<Record<string, string>>) =>
      Object.keys(env).filter(isSecretVariable).sort();
    expect(secretsOf(environ)).toEqual(secretsOf(own));
    const ownValues = new Set(Object.values(own));
    const foreign = secretsOf(product.env).filter((name) => !ownValues.has(product.env[name] ?? ''));
    const text = Object.values(environ).join('\n');
    expect(foreign.filter((name) => text.includes(product.env[name] ?? ''))).toEqual([]);
    expect(foreign.length).toBeGreaterThan(10);
  });
});

describe('whoever gets into a service', () => {
  const admin: Principal = { kind: 'admin', id: 1, sessionId: null };
  const asked = { payments: '/api/admin/payments', agreements: '/api/admin/agreements' } as const;

  /** How a service answers a token that says it comes from the gateway, signed with this secret. */
  async function answer(service: keyof typeof asked, secret: string): Promise<number> {
    const url = product.env[`${service.toUpperCase()}_URL`] + asked[service];
    const headers = { 'x-service-token': new ServiceTokens(secret).issue(admin) };
    return (await fetch(url, { headers })).status;
  }

  it.each(services.filter((name) => name !== 'gateway'))('%s is no administrator anywhere', async (name) => {
    const secret = product.env[`${name.toUpperCase()}_SERVICE_TOKEN_SECRET`] ?? '';
    expect(await answer('payments', secret)).toBe(401);
    expect(await answer('agreements', secret)).toBe(401);
    expect(await answer('payments', product.env.GATEWAY_SERVICE_TOKEN_SECRET ?? '')).toBe(200);
  });

  it('transcription, which decodes what strangers send, asks auth and payments nothing', async () => {
    const tokens = new ServiceTokens({
      name: 'transcription',
      secret: product.env.TRANSCRIPTION_SERVICE_TOKEN_SECRET ?? '',
      publicKeys: product.env.SERVICE_TOKEN_PUBLIC_KEYS,
    });
    const itself: Principal = { kind: 'service', id: 0, sessionId: null, name: 'transcription' };
    for (const [service, path, status] of [
      ['auth', '/internal/users/1', 401],
      ['payments', '/internal/stats', 401],
      ['agreements', '/internal/stats', 200],
      // Nor agreements what is mailed.
      ['agreements', `/internal/agreements/4207731958026614/codes/${randomUUID()}`, 403],
    ] as const) {
      const url = product.env[`${service.toUpperCase()}_URL`] + path;
      const headers = { 'x-service-token': tokens.issue(itself, service) };
      expect([service, (await fetch(url, { headers })).status]).toEqual([service, status]);
    }
  });
});
