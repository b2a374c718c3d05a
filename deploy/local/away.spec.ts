import type { HealthCheck } from '../../libs/platform/src/health.js';
import { awayLines, statusLines } from './away.js';
import type { RunInfo } from './run-state.js';

const now = new Date(2026, 10, 24, 9, 4, 30);
const since = (minutes: number) => new Date(now.getTime() - minutes * 60_000 - 1).toISOString();
const down = (name: string, minutes: number): HealthCheck => ({
  name,
  status: 'down',
  detail: { since: since(minutes) },
});
const service = (name: string, ...checks: HealthCheck[]) => ({ name, status: 'down' as const, checks });

describe('what make status says', () => {
  it('says when everything answers', () => {
    expect(awayLines([service('auth')], now)).toEqual(['Everything that is needed answers.']);
  });

  it('says how it is as its answer says, not as its start has said', () => {
    const run: RunInfo = {
      ...{ pid: 17, identity: '', startedAt: '2026-11-24T08:00:00.000Z', status: 'running' },
      ...{ banner: ['  Web app'], healthUrl: 'http://x/api/health', ports: {}, processes: [] },
    };
    const how = (answer: Parameters<typeof statusLines>[1], status = run.status): string[] =>
      statusLines({ ...run, status }, answer, now);
    const started = '(process 17, started at 2026-11-24T08:00:00.000Z).';
    const up = { name: 'auth', status: 'up' as const, checks: [] };
    expect(how({ httpStatus: 200, services: [up] })).toEqual([
      `Split Second Contract runs and is healthy ${started}`,
      '  Web app',
      '  auth            up',
      'Everything that is needed answers.',
    ]);
    const [head, ...rest] = how({ httpStatus: 503, services: [service('auth', down('postgres', 4))] });
    expect(head).toBe(`Split Second Contract runs and is not healthy ${started}`);
    expect(rest.at(-1)).toMatch(/^postgres is away/);
    expect(how(undefined)[0]).toBe(`Split Second Contract runs and does not answer ${started}`);
    expect(how(undefined, 'starting')[0]).toBe(`Split Second Contract is being started ${started}`);
  });

  it.each([200, 503])('does not say that everything answers where no part is told of (%s)', (httpStatus) => {
    const run = { status: 'running', healthUrl: 'http://x/api/health', banner: [] as string[] } as RunInfo;
    const lines = statusLines(run, { httpStatus }, now);
    expect(lines.join()).not.toMatch(/is healthy|Everything/);
    expect(lines.at(-1)).toMatch(new RegExp(`answers ${httpStatus} and does not say how its parts are`));
  });

  it('names a backup that runs as what it is, not as something that is away', () => {
    const check: HealthCheck = {
      name: 'outages',
      status: 'up',
      detail: { backup: { since: since(12), waiting: 2 } },
    };
    expect(awayLines([service('agreements', check)], now)).toEqual([
      'a backup has run since 08:52:29 (for 12 minutes); nothing is deleted meanwhile by agreements; 2 events and jobs wait',
    ]);
  });

  it('names what is away, since when, for how long, who misses it and what waits', () => {
    const waiting: HealthCheck = {
      name: 'outages',
      status: 'up',
      detail: { redis: { since: since(4), waiting: 12 } },
    };
    const lines = awayLines(
      [
        service('payments', down('redis', 4), waiting),
        service('agreements', down('redis', 3)),
        { ...service('auth'), silentSince: since(0) },
        service('transcription', down('storage', 300)),
        service('transcription', {
          name: 'outages',
          status: 'up',
          detail: { disk: { since: since(2), waiting: 1 } },
        }),
      ],
      now,
    );
    expect(lines).toEqual([
      'storage is away since 04:04:29 (for 5 hours); missed by transcription; nothing is held for it',
      'redis is away since 09:00:29 (for 4 minutes); missed by payments, agreements; 12 events and jobs wait',
      'room on the disk is away since 09:02:29 (for 2 minutes); missed by transcription; 1 event or job waits',
      'auth is away since 09:04:29 (for less than a minute); nothing is held for it',
    ]);
  });
});
