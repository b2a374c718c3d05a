import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Injectable, Module, type Type } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Outbox, OutboxModule, outboxEntities } from '#outbox';
import { BaseConfig, DatabaseModule, databaseOptions, type ServiceDefinition } from '#platform';
import {
  type Commit,
  defineJob,
  type JobDefinition,
  type JobHandler,
  type JobPace,
  type JobRun,
  Jobs,
  JobsModule,
  jobsEntities,
} from '../src/index.js';

export interface Dish {
  dish: string;
  lane?: string;
  agreementId?: string;
}

export const bakeDish = defineJob<Dish>('bake-dish', {
  ...{ attempts: 3, backoffMs: 100, concurrency: 4 },
  hasLanes: true,
});

/** Always fails, which is nobody's business but the cook's. */
export const tasteDish = defineJob<Dish>('taste-dish', { attempts: 1, isFailureTold: false });

type Cook = (run: JobRun<Dish>) => Promise<void>;

/** How the handler is to behave for a dish; without an entry it is done at once. */
export const recipes = new Map<string, Cook>();
export const runs: { dish: string; attempt: number; at: number }[] = [];
export const givenUp: string[] = [];

const serve = (manager: EntityManager, dish: string) =>
  manager.query('insert into served (dish) values ($1)', [dish]);

@Injectable()
export class BakeDish implements JobHandler<Dish> {
  readonly job: JobDefinition<Dish> = bakeDish;

  async run(run: JobRun<Dish>): Promise<Commit> {
    const { dish } = run.payload;
    runs.push({ dish, attempt: run.attempt, at: Date.now() });
    await recipes.get(dish)?.(run);
    return async (manager) => {
      await serve(manager, dish);
    };
  }

  async giveUp({ dish }: Dish): Promise<Commit> {
    givenUp.push(dish);
    return async (manager) => {
      await serve(manager, `no ${dish}`);
    };
  }
}

@Injectable()
class TasteDish implements JobHandler<Dish> {
  readonly job: JobDefinition<Dish> = tasteDish;

  run(): Promise<Commit> {
    return Promise.reject(new Error('too much salt'));
  }
}

/** So quick that no test waits long, and a lease that a busy machine does not lose. */
const QUICK: Partial<JobPace> = { leaseMs: 4000, reconcileEveryMs: 250, idleAfterMs: 250 };

export function kitchenService(
  name: string,
  handlers: Type<JobHandler>[] = [BakeDish],
  pace = QUICK,
): ServiceDefinition {
  @Module({
    imports: [
      DatabaseModule.forEntities([...outboxEntities, ...jobsEntities]),
      OutboxModule,
      JobsModule.for({ jobs: [bakeDish, tasteDish], handlers: [...handlers, TasteDish], pace }),
    ],
    providers: [...handlers, TasteDish],
  })
  class KitchenModule {}
  return { name, config: BaseConfig, module: KitchenModule };
}

/** A new kitchen, which knows nothing of what other test files have cooked. */
export async function openKitchen(databaseUrl: string): Promise<DataSource> {
  recipes.clear();
  runs.length = 0;
  givenUp.length = 0;
  const entities = [...outboxEntities, ...jobsEntities];
  const dataSource = await new DataSource(databaseOptions(databaseUrl, 10, entities)).initialize();
  await dataSource.synchronize();
  await dataSource.query('create table served (dish text not null)');
  return dataSource;
}

export async function order(
  outbox: Outbox,
  jobs: Jobs,
  dish: string,
  key = dish,
  lane?: string,
): Promise<void> {
  const payload = { dish, ...(lane === undefined ? {} : { lane }) };
  await outbox.transaction((manager) => jobs.add(manager, bakeDish, key, payload));
}

/** A kitchen in a process of its own, from the sources. */
export function startKitchen(args: string[], env: Record<string, string>): ChildProcess {
  const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
  return spawn(
    process.execPath,
    ['--import', path('./register-typescript.mjs'), path('./kitchen-process.ts'), ...args],
    { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
}
