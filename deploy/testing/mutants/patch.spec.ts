import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPatches } from './patch.js';

const root = join(import.meta.dirname, '../../..');
const patches = readPatches(root);

/** What git says against a patch; null when it fits the tree. */
function misfit(path: string): string | null {
  try {
    execFileSync('git', ['apply', '--check', path], { cwd: root, stdio: 'pipe' });
    return null;
  } catch (error) {
    const said = (error as { stderr?: Buffer }).stderr?.toString().trim();
    return `${path} does not fit the tree any more: make its change once more by hand, write it with "git diff" below the patch's first lines, and undo the change. ${said}`;
  }
}

describe('the small wrong changes', () => {
  it.each(patches.map(({ name, path }) => [name, path]))('%s still applies', (_name, path) => {
    expect(misfit(path)).toBeNull();
  });

  it('say what goes wrong, in which files, and name a test file that is there', () => {
    const nameless = patches.filter(({ about, files }) => about.trim() === '' || files.length === 0);
    const lost = patches.filter(({ caughtBy }) => caughtBy !== null && !existsSync(join(root, caughtBy)));
    expect([...nameless, ...lost].map(({ name }) => name)).toEqual([]);
  });

  it('are of every service, every library and the web app', () => {
    const services = ['auth', 'agreements', 'payments', 'transcription', 'notifications', 'gateway'];
    const libs = ['contracts', 'platform', 'messaging', 'outbox', 'jobs', 'storage', 'media'];
    const without = [...services, ...libs, 'web'].filter(
      (area) => !patches.some(({ name }) => name.startsWith(`${area}-`)),
    );
    expect(without).toEqual([]);
    expect(patches.length).toBeGreaterThanOrEqual(48);
  });
});
