import type { HealthCheck } from './health.js';
import { type ServiceHealth, whatIsAway } from './system-health.js';

const early = '2026-11-24T09:00:00.000Z';
const late = '2026-11-24T09:00:07.000Z';
const health = (name: string, ...checks: HealthCheck[]): ServiceHealth => ({ name, status: 'down', checks });
const down = (name: string, since: string, dependency?: string): HealthCheck => ({
  name,
  status: 'down',
  detail: { since, ...(dependency ? { dependency } : {}) },
});

describe('whatIsAway', () => {
  it('finds nothing when all is well', () => {
    expect(whatIsAway([health('auth', { name: 'outbox', status: 'up', detail: { pending: 9 } })])).toEqual(
      [],
    );
  });

  it('puts together what several services miss: the earliest time, and the sum of what waits', () => {
    const outages = (redis: object): HealthCheck => ({ name: 'outages', status: 'up', detail: { redis } });
    const services = [
      health('payments', down('redis', late), outages({ since: early, waiting: 2 })),
      health('agreements', down('jobs', late, 'redis'), outages({ since: late, waiting: 3 })),
    ];
    expect(whatIsAway(services)).toEqual([
      { dependency: 'redis', since: early, waiting: 5, services: ['payments', 'agreements'] },
    ]);
  });

  it('counts what lies in the outbox while the broker is away', () => {
    const outbox: HealthCheck = { name: 'outbox', status: 'up', detail: { pending: 4, oldestSeconds: 60 } };
    const services = [
      health('payments', down('rabbitmq', early), down('events', early, 'rabbitmq'), outbox),
      health('auth', outbox),
    ];
    expect(whatIsAway(services)).toEqual([
      { dependency: 'rabbitmq', since: early, waiting: 4, services: ['payments'] },
    ]);
  });

  it('names a silent service, and what is away longest first', () => {
    const silent: ServiceHealth = { name: 'auth', status: 'down', checks: [], silentSince: early };
    expect(whatIsAway([health('payments', down('stripe', late)), silent])).toMatchObject([
      { dependency: 'auth', since: early, waiting: 0, services: ['auth'] },
      { dependency: 'stripe', since: late },
    ]);
  });
});
