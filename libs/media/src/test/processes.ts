import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ids of the processes whose command line contains a text; Linux only, as are the limits. */
export async function processesWith(text: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map(async (id) => [id, await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')] as const),
  );
  return lines.filter(([, line]) => line.includes(text)).map(([id]) => id);
}

/** Stops one of these processes in the middle of its work, as soon as there is one. One that ends first is no loss. */
export async function stopOneWith(text: string): Promise<void> {
  for (;;) {
    for (const id of await startedWith(text)) {
      try {
        process.kill(Number(id), 'SIGSTOP');
      } catch {
        continue;
      }
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      if (/^\d+ \(.*\) T /.test(stat)) return;
    }
  }
}

/** The same as soon as there is one. */
export async function startedWith(text: string): Promise<string[]> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const found = await processesWith(text);
    if (found.length > 0) return found;
    await sleep(20);
  }
  throw new Error('the process did not start');
}
