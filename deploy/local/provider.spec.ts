import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Infrastructure, startServers } from './infrastructure.js';
import {
  type Choice,
  type Circumstances,
  choose,
  chooseProvider,
  notedProvider,
  noteProvider,
  type Provider,
} from './provider.js';
import { readSecrets } from './secrets.js';
import { readPorts } from './settings.js';

const nothing: Circumstances = {
  ...{ wish: undefined, noted: undefined },
  ...{ hasNativeData: false, hasEngine: false, hasVolumes: false, isReplacing: false },
};
const withDocker = { hasEngine: true, hasVolumes: true };

describe('the servers of a checkout', () => {
  it.each<[string, Partial<Circumstances>, Provider, boolean]>([
    ['with neither data nor Docker', {}, 'native', true],
    ['without data, where Docker runs', { hasEngine: true }, 'docker', true],
    ['without data, as it is wished', { hasEngine: true, wish: 'native' }, 'native', false],
    ['whose data is native, where Docker came later', { noted: 'native', hasEngine: true }, 'native', false],
    ['whose data is native, whatever volumes are left', { noted: 'native', ...withDocker }, 'native', false],
    ['whose data is in volumes', { noted: 'docker', ...withDocker }, 'docker', false],
    ['whose wish is what it has', { noted: 'docker', ...withDocker, wish: 'docker' }, 'docker', false],
  ])('%s are chosen', (_name, circumstances, provider, isFree) => {
    const hasNativeData = circumstances.noted === 'native';
    expect(choose({ ...nothing, hasNativeData, ...circumstances })).toEqual({ provider, isFree });
  });

  it('of an earlier version, without a note, are those whose data is there', () => {
    expect(choose({ ...nothing, hasNativeData: true, hasEngine: true }).provider).toBe('native');
    expect(choose({ ...nothing, ...withDocker }).provider).toBe('docker');
    const both = { ...nothing, hasNativeData: true, ...withDocker };
    expect(() => choose(both)).toThrow(/both in volumes of Docker and .* INFRA=docker or INFRA=native/);
    expect(choose({ ...both, wish: 'docker' }).provider).toBe('docker');
  });

  it.each<Provider>(['native', 'docker'])(
    'whose data (%s) is gone are refused, and taken anew for a restore in their place',
    (noted) => {
      const gone = { ...nothing, noted, hasEngine: true };
      expect(() => choose(gone)).toThrow(/not there any more.*make restore FROM=… REPLACE=yes/);
      expect(choose({ ...gone, isReplacing: true })).toEqual({ provider: noted, isFree: false });
    },
  );

  it.each<[string, Partial<Circumstances>, RegExp]>([
    [
      'others are asked for',
      { noted: 'native', hasNativeData: true, wish: 'docker' },
      /with servers of this machine, and INFRA=docker would begin without it.*make clean/,
    ],
    ['Docker has stopped', { noted: 'docker' }, /no Docker engine answers. Start it, or .*make clean/],
    ['its volumes are gone', { noted: 'docker', hasEngine: true }, /not there any more.*make clean/],
    ['its native data is gone', { noted: 'native', hasEngine: true }, /not there any more.*make clean/],
    ['the wish is not known', { wish: 'podman' }, /INFRA=podman is not known; use docker, native or auto/],
  ])('are refused when %s, and it is said what to do', (_name, circumstances, message) => {
    expect(() => choose({ ...nothing, ...circumstances })).toThrow(message);
  });
});

describe('starting the servers of a checkout', () => {
  let root: string;
  let directory: string;
  const path = process.env.PATH;
  const log = (): void => undefined;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'ssc-provider-'));
    directory = join(root, '.local');
  });

  afterEach(() => {
    process.env.PATH = path;
    rmSync(root, { recursive: true });
  });

  const servers = (provider: Provider) => async (): Promise<Infrastructure> => {
    expect(notedProvider(directory)).toBeUndefined();
    return { provider, pids: () => [], heal: async () => false, stop: async () => undefined };
  };
  const failing = async (): Promise<Infrastructure> => {
    throw new Error('no containers');
  };
  const begin = (choice: Choice, docker: () => Promise<Infrastructure>, signal = AbortSignal.any([])) => {
    const secrets = readSecrets(join(directory, 'secrets.json'));
    const input = { root, directory, ports: readPorts({}), secrets };
    return startServers(choice, input, log, signal, { docker, native: servers('native') });
  };

  it('notes who holds the data once they run, and not before', async () => {
    await expect(begin({ provider: 'docker', isFree: false }, failing)).rejects.toThrow('no containers');
    expect(existsSync(join(directory, 'provider'))).toBe(false);
    await begin({ provider: 'docker', isFree: false }, servers('docker'));
    expect(readFileSync(join(directory, 'provider'), 'utf8')).toBe('docker\n');
  });

  it('takes those of this machine instead of containers only where nothing is kept yet', async () => {
    const free = { provider: 'docker', isFree: true } as const;
    await expect(begin(free, failing, AbortSignal.abort())).rejects.toThrow('no containers');
    expect((await begin(free, failing)).provider).toBe('native');
    expect(notedProvider(directory)).toBe('native');
  });

  it('knows the volumes of this checkout from those of others', async () => {
    const script = `#!/bin/sh\ncase "$*" in version*) echo 28.0.0;; *"project=ssc-"*) cat "$0.volumes";; esac\n`;
    const docker = join(root, 'docker');
    writeFileSync(docker, script);
    chmodSync(docker, 0o755);
    process.env.PATH = `${root}:${path}`;
    mkdirSync(directory);
    writeFileSync(`${docker}.volumes`, '');
    expect(await chooseProvider({ root, directory }, {})).toEqual({ provider: 'docker', isFree: true });
    writeFileSync(`${docker}.volumes`, 'ssc-01234567_postgres\n');
    expect(await chooseProvider({ root, directory }, {})).toEqual({ provider: 'docker', isFree: false });
    noteProvider(directory, 'native');
    await expect(chooseProvider({ root, directory }, {})).rejects.toThrow('not there any more');
  });
});
