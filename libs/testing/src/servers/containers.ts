import { randomBytes } from 'node:crypto';
import type { StartedTestContainer } from 'testcontainers';
import type { NativeServer } from './native-server.js';
import { postgresAdmin } from './postgres.js';
import { type RabbitmqServer, rabbitmqUser } from './rabbitmq.js';

export interface NativeServers {
  postgres: NativeServer;
  redis: NativeServer;
  rabbitmq: RabbitmqServer;
}

/** The three servers that the services need, wherever they come from. */
export interface Servers {
  provider: 'shared' | 'environment' | 'testcontainers' | 'native';
  /** Address of a database administrator: tests make their own databases. */
  databaseUrl: string;
  redisUrl: string;
  amqpUrl: string;
  /** Only when they are ours: to be killed and restarted by fault tests. */
  native?: NativeServers;
  stop(): Promise<void>;
}

/**
 * The three servers as throw-away containers.
 * @throws Error when an image cannot be had or a container does not get ready; nothing is left running.
 */
export async function startContainers(): Promise<Servers> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const password = randomBytes(12).toString('hex');
  const results = await Promise.allSettled([
    new GenericContainer('postgres:17-alpine')
      .withEnvironment({ POSTGRES_USER: postgresAdmin, POSTGRES_PASSWORD: password, POSTGRES_DB: 'postgres' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
      .start(),
    new GenericContainer('redis:7-alpine')
      .withCommand(['redis-server', '--maxmemory-policy', 'noeviction', '--requirepass', password])
      .withExposedPorts(6379)
      .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
      .start(),
    new GenericContainer('rabbitmq:3.13-alpine')
      .withEnvironment({ RABBITMQ_DEFAULT_USER: rabbitmqUser, RABBITMQ_DEFAULT_PASS: password })
      .withExposedPorts(5672)
      .withWaitStrategy(Wait.forLogMessage('Server startup complete'))
      .withStartupTimeout(120_000)
      .start(),
  ]);
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((container) => container.stop()));
  };
  const [postgres, redis, rabbitmq] = started;
  if (!postgres || !redis || !rabbitmq) {
    await stop();
    throw results.find((result) => result.status === 'rejected')?.reason;
  }
  const at = (container: StartedTestContainer, port: number): string =>
    `${container.getHost()}:${container.getMappedPort(port)}`;
  return {
    provider: 'testcontainers',
    databaseUrl: `postgres://${postgresAdmin}:${password}@${at(postgres, 5432)}/postgres`,
    redisUrl: `redis://:${password}@${at(redis, 6379)}`,
    amqpUrl: `amqp://${rabbitmqUser}:${password}@${at(rabbitmq, 5672)}`,
    stop,
  };
}
