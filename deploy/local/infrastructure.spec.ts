import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../libs/testing/src/servers/ports.js';
import { UnusableDataError } from '../../libs/testing/src/servers/postgres.js';
import type { NativeServers } from '../../libs/testing/src/servers/servers.js';
import { missingForBackups, removeContainers, startDocker, startNative } from './infrastructure.js';
import { readSecrets } from './secrets.js';
import { readPorts, serverPorts } from './settings.js';

const log = (): void => undefined;

describe('the containers of the local run', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ssc-containers-'));
  const calls = join(directory, 'calls');
  const [checkout, other] = [join(directory, 'one'), join(directory, 'other')];
  const path = process.env.PATH;

  /** A `docker` that writes down how it was called and then does as the shell script says. */
  function docker(script: string): void {
    rmSync(calls, { force: true });
    const program = join(directory, 'docker');
    writeFileSync(
      program,
      `#!/bin/sh\necho "$*" >>'${calls}'\ncase "$*" in version*) echo 28.0.0; exit;; esac\n${script}\n`,
    );
    chmodSync(program, 0o755);
  }

  const called = (): string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);

  const start = (root: string, isReplacing = false) => {
    const secrets = readSecrets(join(directory, 'secrets.json'));
    return startDocker({ root, directory, ports: readPorts({}), secrets, isReplacing }, log);
  };

  beforeAll(() => {
    for (const root of [checkout, other]) mkdirSync(root);
    process.env.PATH = `${directory}:${path}`;
  });

  afterAll(() => {
    process.env.PATH = path;
    rmSync(directory, { recursive: true });
  });

  it('are removed when one of them does not get ready, so that native servers find their ports free', async () => {
    docker('case "$*" in *" up "*) exit 1;; esac');
    await expect(start(checkout)).rejects.toThrow('ended with code 1');
    expect(called()).toEqual([
      expect.stringMatching(/ up -d --wait postgres redis rabbitmq$/),
      expect.stringMatching(/ down$/),
    ]);
  });

  it('say which volume a restore gives up where its data cannot be opened, and do not have the key of backups removed', async () => {
    docker('case "$*" in *" up "*) exit 1;; esac');
    const refused = start(checkout, true);
    await expect(refused).rejects.toThrow(
      /ended with code 1\. .*restore once more: docker volume rm ssc-\w{8}_postgres$/,
    );
    await expect(refused).rejects.not.toThrow('make clean');
  });

  it('are of a project that another checkout does not share', async () => {
    const projects = new Set<string>();
    for (const root of [checkout, other]) {
      docker('exit 1');
      await expect(start(root)).rejects.toThrow();
      for (const line of called()) projects.add(/-p (\S+)/.exec(line)?.[1] ?? '');
    }
    expect([...projects]).toEqual([
      expect.stringMatching(/^ssc-\w{8}$/),
      expect.stringMatching(/^ssc-\w{8}$/),
    ]);
  });

  it('are newer than the programs of backups on some machines, which is said', () => {
    expect(missingForBackups(99)).toEqual([
      expect.stringMatching(
        /^No backup can be made .*pg_dump of PostgreSQL 99 or newer .*apt\.postgresql\.org$/,
      ),
    ]);
    const [dump, restore] = ['pg_dump', 'pg_restore'].map((name) => join(directory, name));
    for (const path of [dump ?? '', restore ?? ''])
      writeFileSync(path, '#!/bin/sh\necho "pg_dump (PostgreSQL) 99.1 (Debian 99.1-1)"\n', { mode: 0o755 });
    expect(missingForBackups(99)).toEqual([]);
    expect(missingForBackups(100)).toHaveLength(1);
  });

  it('that a killed run left are removed, and their data only when that is asked for', async () => {
    docker('case "$*" in *" ps "*) echo 0123456789ab;; esac');
    await removeContainers(checkout, false, log);
    expect(called().at(-1)).toMatch(/ down$/);
    docker('exit 0');
    await removeContainers(checkout, false, log);
    expect(called().filter((line) => line.includes(' down'))).toEqual([]);
    await removeContainers(checkout, true, log);
    expect(called().at(-1)).toMatch(/ down --volumes$/);
  });
});

describe('the servers of this machine', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'ssc-native-'));
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  it('leave data that they do not start on where it is, and set it aside for a restore in its place', async () => {
    const run = join(directory, 'run');
    const data = join(run, 'postgres/data');
    mkdirSync(data, { recursive: true });
    // As root, PostgreSQL runs as another user, who has to get through.
    chmodSync(directory, 0o711);
    writeFileSync(join(data, 'base'), 'rows');
    const free = await freePorts(serverPorts.length);
    const ports = readPorts(
      Object.fromEntries(serverPorts.map((server, index) => [server, String(free[index])])),
    );
    const servers = async (): Promise<NativeServers> => {
      if (existsSync(data)) throw new UnusableDataError('it is damaged');
      return {} as NativeServers;
    };
    const lines: string[] = [];
    const start = (isReplacing: boolean) => {
      const secrets = readSecrets(join(directory, 'secrets.json'));
      const input = { root: directory, directory: run, ports, secrets, isReplacing };
      return startNative(input, (line) => void lines.push(line), servers);
    };
    await expect(start(false)).rejects.toThrow('it is damaged');
    expect(readFileSync(join(data, 'base'), 'utf8')).toBe('rows');
    await start(true);
    const aside = lines.map((line) => /may be deleted afterwards: (.*)$/.exec(line)?.[1]).find(Boolean);
    expect(readFileSync(join(aside ?? '', 'base'), 'utf8')).toBe('rows');
  });

  it.each([
    ['PostgreSQL', 'POSTGRES_PORT'],
    ['Redis', 'REDIS_PORT'],
    ['RabbitMQ', 'RABBITMQ_PORT'],
    ['RabbitMQ (between nodes)', 'RABBITMQ_DIST_PORT'],
    ['RabbitMQ (name server)', 'RABBITMQ_EPMD_PORT'],
  ] as const)('are not started where somebody else listens as %s', async (name, variable) => {
    const free = await freePorts(serverPorts.length);
    const ports = readPorts(
      Object.fromEntries(serverPorts.map((server, index) => [server, String(free[index])])),
    );
    const other = createServer((socket) => socket.destroy()).listen(ports[variable], '127.0.0.1');
    await once(other, 'listening');
    const run = join(directory, 'run');
    const secrets = readSecrets(join(directory, 'secrets.json'));
    const started = startNative({ root: directory, directory: run, ports, secrets }, log);
    try {
      await expect(started).rejects.toThrow(
        `Port ${ports[variable]} (${name}) is in use. Choose another one: make up ${variable}=`,
      );
    } finally {
      await started.then((servers) => servers.stop()).catch(() => undefined);
      other.close();
      await once(other, 'close');
    }
    expect(existsSync(run)).toBe(false);
  });
});
