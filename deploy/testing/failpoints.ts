import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Around every event handler, job, round and relay, by the libraries that run them. */
const AROUND = {
  handler: ['before-ack'],
  consumer: ['before-commit'],
  job: ['before-enqueue', 'after-claim', 'before-commit', 'after-commit'],
  round: ['before-run'],
  relay: ['after-claim', 'after-publish'],
} as const;

/**
 * The names of all failpoints, sorted, as they follow from the sources: those that stand in the code of a service, and
 * those that a library makes of the name of what it runs.
 * @param root the checkout
 */
export function allFailpoints(root: string): string[] {
  const names = new Set<string>();
  for (const file of globSync('services/*/src/**/*.ts', { cwd: root })) {
    if (/\.spec\.ts$|\/test\//.test(file)) continue;
    const service = file.split('/')[1] ?? '';
    const source = readFileSync(join(root, file), 'utf8');
    const add = (kind: keyof typeof AROUND, prefix: string) => {
      for (const place of AROUND[kind]) names.add(`${service}.${prefix}.${place}`);
    };
    for (const [, name = ''] of source.matchAll(/failpoint\('([^']+)'\)/g)) names.add(name);
    for (const [, queue, method = ''] of source.matchAll(
      /@OnEvent\(\w+(?:, '([a-z-]+)')?\)\s+(?:async )?(\w+)\(/g,
    )) {
      const name = queue ?? method.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      add('handler', `event.${name}`);
    }
    for (const [, consumer = ''] of source.matchAll(/once\(\s*event,\s*'([a-z-]+)'/g)) {
      add('consumer', `event.${consumer}`);
    }
    for (const [, job = ''] of source.matchAll(/defineJob<\w+>\(\s*'([a-z-]+)'/g)) add('job', `job.${job}`);
    for (const [, round = ''] of source.matchAll(/readonly schedule = \{ name: '([a-z-]+)'/g)) {
      add('round', `round.${round}`);
    }
    if (!file.endsWith('.module.ts')) continue;
    if (/schedules: \[[^\]]*Prune/.test(source)) add('round', 'round.prune-rows');
    if (/^ +OutboxModule,|imports: .*OutboxModule/m.test(source)) add('relay', 'relay');
  }
  return [...names].sort();
}
