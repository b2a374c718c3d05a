import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeName } from './rabbitmq.js';

describe('the name of a broker', () => {
  const data = mkdtempSync(join(tmpdir(), 'ssc-node-'));
  const used = (name: string, minutesAgo: number): void => {
    const file = join(data, name, 'schema.DAT');
    mkdirSync(join(data, name));
    writeFileSync(file, '');
    const time = new Date(Date.now() - minutesAgo * 60_000);
    for (const path of [file, join(data, name)]) utimesSync(path, time, time);
  };

  afterAll(() => rmSync(data, { recursive: true }));

  it('is the same whatever its port is', () => {
    expect(nodeName(join(data, 'nothing-yet'))).toBe('ssc@localhost');
    used('ssc@localhost', 1);
    expect(nodeName(data)).toBe('ssc@localhost');
    rmSync(join(data, 'ssc@localhost'), { recursive: true });
  });

  it('stays what it was while it had the port in it, so that its messages are found', () => {
    used('ssc_15673@localhost', 60);
    used('ssc_15673@localhost-plugins-expand', 1);
    expect(nodeName(data)).toBe('ssc_15673@localhost');
    used('ssc_16000@localhost', 10);
    expect(nodeName(data)).toBe('ssc_16000@localhost');
  });
});
