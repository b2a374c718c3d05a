import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { OwnedProcess, type ProcessOptions } from './process.js';

/** Where and how a server of our own is run. */
export interface NativeOptions {
  /** Directory of its own: data, settings and log live below it. */
  dir: string;
  port: number;
  host?: string;
}

/** A server that was started from a binary of this machine. */
export interface NativeServer {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly logFile: string;
  /** Process id of the server now; changes with `restart`. */
  readonly pid: number;
  /** Process ids of everything that belongs to it. */
  readonly pids: number[];
  readonly isRunning: boolean;
  /** Orderly end; no process is left. Safe to call twice. */
  stop(): Promise<void>;
  /** Sends a signal to the server process and waits for its end when it is SIGKILL, SIGTERM, SIGINT or SIGQUIT. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same data and port (after `kill`, or instead of it) and waits until it answers. */
  restart(): Promise<void>;
}

export interface NativeDefinition {
  url: string;
  port: number;
  process: ProcessOptions;
  /** Resolves when the server really answers; rejects while it does not. */
  probe: () => Promise<void>;
  /** What to say when the probe's error means that the server answers and will never let us in. */
  refusal?: (error: unknown) => string | undefined;
  /** Longest time until it answers, in milliseconds. */
  timeoutMs: number;
  /** What must listen before the server starts, and ends after it (RabbitMQ's name server). */
  companion?: ProcessOptions & { port: number };
}

const endingSignals = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT']);

/**
 * Runs a server and waits until it answers.
 * @throws Error with the last log lines when it ends early or does not answer in time; nothing is left running.
 */
export async function runNative(definition: NativeDefinition): Promise<NativeServer> {
  let companion: OwnedProcess | undefined;
  let main: OwnedProcess | undefined;
  const start = async (): Promise<void> => {
    if (definition.companion && !companion?.isRunning) companion = await startCompanion(definition.companion);
    main = await OwnedProcess.start(definition.process);
    await untilReady(main, definition);
  };
  const stop = async (): Promise<void> => {
    await main?.stop(20_000);
    await companion?.stop(2_000);
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name: definition.process.name,
    url: definition.url,
    port: definition.port,
    logFile: definition.process.logFile,
    get pid() {
      return main?.pid ?? -1;
    },
    get pids() {
      return [main, companion].flatMap((owned) => (owned?.isRunning ? [owned.pid] : []));
    },
    get isRunning() {
      return main?.isRunning ?? false;
    },
    stop,
    async kill(signal) {
      main?.kill(signal);
      if (endingSignals.has(signal)) await main?.exited;
    },
    async restart() {
      await main?.stop(20_000);
      // Helpers of a killed server (PostgreSQL's) need a moment to notice; until then a new one refuses to start.
      for (let attempt = 1; ; attempt++) {
        try {
          return await start();
        } catch (error) {
          if (attempt === 5 || main?.isRunning) throw error;
          await sleep(300);
        }
      }
    },
  };
}

async function startCompanion(options: ProcessOptions & { port: number }): Promise<OwnedProcess> {
  const companion = await OwnedProcess.start(options);
  const deadline = Date.now() + 20_000;
  while (companion.isRunning && Date.now() < deadline) {
    if (await answersOn(options.port)) return companion;
    await Promise.race([sleep(50), companion.exited]);
  }
  await companion.stop(0);
  throw new Error(`${options.name} could not be started. Last lines:\n${companion.lastLines().join('\n')}`);
}

/** Asks by connecting: trying to listen could take the port away just when the other process wants it. */
function answersOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function untilReady(server: OwnedProcess, definition: NativeDefinition): Promise<void> {
  const deadline = Date.now() + definition.timeoutMs;
  let reason = '';
  while (server.isRunning && Date.now() < deadline) {
    try {
      await definition.probe();
      return;
    } catch (error) {
      const refusal = definition.refusal?.(error);
      if (refusal !== undefined) throw new Error(refusal);
      reason = error instanceof Error ? error.message : String(error);
    }
    await Promise.race([sleep(100), server.exited]);
  }
  const what = server.isRunning
    ? `did not answer within ${definition.timeoutMs / 1000} s (${reason})`
    : `ended with ${JSON.stringify(await server.exited)}`;
  throw new Error(`${server.name} ${what}. Last lines:\n${server.lastLines().join('\n')}`);
}
