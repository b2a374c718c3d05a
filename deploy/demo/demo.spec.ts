import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../libs/testing/src/servers/ports.js';

it('the demo goes to the product of its own checkout, whose ports stand in .env', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ssc-demo-spec-'));
  const [port = 0] = await freePorts(1);
  writeFileSync(join(root, '.env'), `PORT=${port}\n`);
  try {
    const register = join(import.meta.dirname, '../../libs/jobs/test/register-typescript.mjs');
    const script = join(import.meta.dirname, 'demo.ts');
    const child = spawn(process.execPath, ['--import', register, script], {
      cwd: root,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said += text;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    expect([said, code]).toEqual([
      expect.stringContaining(`Nothing healthy answers at http://localhost:${port}.`),
      1,
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
}, 60_000);
