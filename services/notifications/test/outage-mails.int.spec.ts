import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HealthRegistry, type RunningService, startService } from '#platform';
import { eventually } from '#testing';
import { OutageMails } from '../src/operations/outage-mails.js';
import { notificationsService } from '../src/service.js';
import { NotificationsUnderTest, readable, SUPPORT } from './notifications-under-test.js';

const MINUTE_MS = 60_000;

/** Until everything that the service itself needs answers. */
const healthy = ({ app }: Pick<RunningService, 'app'>) =>
  eventually(
    async () => {
      const { status, checks } = await app.get(HealthRegistry).check();
      if (status !== 'up') throw new Error(JSON.stringify(checks));
    },
    40_000,
    'a healthy service',
  );

describe('mails about outages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ssc-outages-'));
  const clockFile = join(folder, 'clock');
  let under: NotificationsUnderTest;
  let aheadMs = 0;

  const pass = (minutes: number) => {
    aheadMs += minutes * MINUTE_MS;
    writeFileSync(clockFile, String(aheadMs));
  };
  const look = async () => {
    const mails = under.app.get(OutageMails);
    // One that the timer began before may be under way.
    await mails.look();
    await mails.look();
  };
  /** Subjects of what support has got, oldest first. */
  const subjects = () =>
    under.to(SUPPORT).map(({ raw }) => /^Subject: (.+)$/m.exec(readable(raw))?.[1]?.trim() ?? '');
  const away = 'Outage: Redis has not answered for 10 minutes';
  const over = 'Over: Redis answers again';
  /** From now on all neighbours miss Redis. */
  const loseRedis = (waiting = 2) => {
    const detail = { since: new Date().toISOString() };
    under.api.checks = [
      { name: 'redis', status: 'down', detail },
      { name: 'outages', status: 'up', detail: { redis: { ...detail, waiting } } },
    ];
  };
  const findRedis = () => {
    under.api.checks = [];
  };
  /** Until the service's own health is as it should be. */
  const health = (name: string, status: 'up' | 'down') =>
    eventually(
      async () => {
        const { checks } = await under.app.get(HealthRegistry).check();
        const found = checks.find((check) => check.name === name);
        if (found?.status !== status) throw new Error(JSON.stringify(checks));
      },
      40_000,
      `${name} ${status}`,
    );

  beforeAll(async () => {
    under = await NotificationsUnderTest.start({ CLOCK_FILE: clockFile }, { isAlone: true });
    await healthy(under);
  }, 180_000);

  afterEach(async () => {
    findRedis();
    await look();
    pass(2);
    await look();
    under.trap.mails.length = 0;
    await under.query('truncate outage_notices');
  });

  afterAll(async () => {
    await under?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('come once after ten minutes and once when it is over, with what waits and who misses it', async () => {
    loseRedis();
    await look();
    pass(9);
    await look();
    expect(subjects()).toEqual([]);
    pass(1);
    await look();
    await look();
    expect(subjects()).toEqual([away]);
    const text = readable(under.to(SUPPORT)[0]?.raw ?? '');
    expect(text).toContain('auth, agreements, payments, transcription');
    expect(text).toContain('8 events and jobs');
    pass(600);
    await look();
    findRedis();
    await look();
    expect(subjects()).toEqual([away]);
    pass(1);
    await look();
    pass(60);
    await look();
    expect(subjects()).toEqual([away, over]);
    expect(readable(under.to(SUPPORT)[1]?.raw ?? '')).toContain('10 hours');
    const ids = under.to(SUPPORT).map(({ messageId }) => messageId);
    expect(ids).toEqual([
      expect.stringMatching(/^<outage-[0-9a-f]{32}@sender\.test>$/),
      expect.stringMatching(/^<outage-[0-9a-f]{32}@sender\.test>$/),
    ]);
    expect(new Set(ids).size).toBe(2);
  });

  it('do not come for what lasts less than ten minutes', async () => {
    loseRedis();
    await look();
    pass(9);
    await look();
    findRedis();
    await look();
    pass(5);
    await look();
    expect(subjects()).toEqual([]);
    expect(await under.query('select 1 from outage_notices')).toEqual([]);
  });

  it('do not come for a backup, which lasts for as long as it takes', async () => {
    const detail = { backup: { since: new Date().toISOString(), waiting: 3 } };
    under.api.checks = [{ name: 'outages', status: 'up', detail }];
    await look();
    pass(30);
    await look();
    expect(subjects()).toEqual([]);
    expect(await under.query('select 1 from outage_notices')).toEqual([]);
  });

  it('come neither twice nor not at all when the service is started anew in between', async () => {
    loseRedis();
    await look();
    pass(10);
    await look();
    await under.stopService();
    await under.startService();
    await healthy(under);
    pass(5);
    await look();
    await look();
    expect(subjects()).toEqual([away]);
    await under.stopService();
    findRedis();
    await under.startService();
    await healthy(under);
    await look();
    expect(subjects()).toEqual([away]);
    pass(1);
    await look();
    await look();
    expect(subjects()).toEqual([away, over]);
    await under.stopService();
    await under.startService();
    await healthy(under);
    await look();
    pass(5);
    await look();
    expect(subjects()).toEqual([away, over]);
  }, 60_000);

  it('come once from two copies of the service', async () => {
    const copy: RunningService = await startService(notificationsService, under.env);
    await healthy(copy);
    const both = async () => {
      await Promise.all([look(), copy.app.get(OutageMails).look()]);
      // The one that found the other telling looks again.
      await look();
      await copy.app.get(OutageMails).look();
    };
    try {
      loseRedis();
      await both();
      pass(10);
      await both();
      expect(subjects()).toEqual([away]);
      findRedis();
      await both();
      pass(1);
      await both();
      expect(subjects()).toEqual([away, over]);
    } finally {
      await copy.close();
    }
  }, 60_000);

  it('name a service that says nothing', async () => {
    under.api.checks = null;
    await look();
    pass(10);
    await look();
    expect(subjects().sort()).toEqual(
      ['agreements', 'auth', 'payments', 'transcription'].map(
        (name) => `Outage: the service ${name} has not answered for 10 minutes`,
      ),
    );
  });

  it('say of the mail server, when it is back, from when until when it was away, and of the rest what was not said', async () => {
    loseRedis();
    await look();
    await under.trap.stop();
    await health('smtp', 'down');
    await look();
    pass(15);
    await look();
    expect(await under.query('select dependency, told_at from outage_notices order by dependency')).toEqual([
      { dependency: 'redis', told_at: null },
      { dependency: 'smtp', told_at: null },
    ]);
    findRedis();
    await look();
    pass(1);
    await look();
    await under.trap.start();
    await health('smtp', 'up');
    await look();
    pass(1);
    await look();
    await look();
    expect(subjects().sort()).toEqual([over, 'Over: the mail server answers again']);
    for (const { raw } of under.to(SUPPORT)) expect(readable(raw)).toContain('because none could leave');
  }, 60_000);

  it('come while PostgreSQL is what is away, and are written down when it is back', async () => {
    const postgres = under.servers.native?.postgres;
    if (!postgres) throw new Error('servers of its own were asked for');
    await postgres.stop();
    try {
      await health('postgres', 'down');
      await look();
      pass(10);
      await look();
      await look();
      expect(subjects()).toEqual(['Outage: PostgreSQL has not answered for 10 minutes']);
    } finally {
      await postgres.restart();
    }
    await healthy(under);
    await look();
    expect(await under.query('select dependency, told_at, over_told_at from outage_notices')).toEqual([
      { dependency: 'postgres', told_at: expect.any(Date), over_told_at: null },
    ]);
    await under.stopService();
    await under.startService();
    await healthy(under);
    await look();
    pass(1);
    await look();
    await look();
    expect(subjects()).toEqual([
      'Outage: PostgreSQL has not answered for 10 minutes',
      'Over: PostgreSQL answers again',
    ]);
  }, 120_000);

  it('do not come again for an end that was told while PostgreSQL was away', async () => {
    const postgres = under.servers.native?.postgres;
    if (!postgres) throw new Error('servers of its own were asked for');
    loseRedis();
    await look();
    pass(10);
    await look();
    expect(subjects()).toEqual([away]);
    await postgres.stop();
    try {
      await health('postgres', 'down');
      findRedis();
      await look();
      pass(1);
      await look();
      expect(subjects()).toEqual([away, over]);
    } finally {
      await postgres.restart();
    }
    await healthy(under);
    await look();
    pass(2);
    await look();
    expect(subjects()).toEqual([away, over]);
    expect(await under.query('select 1 from outage_notices where over_told_at is null')).toEqual([]);
  }, 120_000);

  it('come without anybody asking for a look', async () => {
    await under.stopService();
    under.env.SCHEDULE_MAX_MS = '100';
    await under.startService();
    await healthy(under);
    // One that is under way began while the service was starting.
    await look();
    await look();
    loseRedis();
    await eventually(
      async () => {
        if (subjects().length > 0) return;
        // It counts from the first look, which may be still to come.
        pass(11);
        throw new Error('no mail yet');
      },
      30_000,
      'a mail about Redis',
    );
    expect(subjects()).toEqual([away]);
  }, 60_000);
});
