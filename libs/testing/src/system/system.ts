import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentOf, migrationVariables, pick } from '#platform';
import { type StripeStandIn, startStripe } from '#stand-ins';
import { eventually } from '../eventually.js';
import { freePorts } from '../servers/ports.js';
import { OwnedProcess } from '../servers/process.js';
import { type Servers, startServers } from '../servers/servers.js';
import { Balancer } from './balancer.js';
import { drain, queryService } from './drain.js';
import {
  STRIPE_WEBHOOK_SECRET,
  type SystemService,
  serviceProcess,
  systemEnvironment,
  systemPorts,
  systemServices,
} from './environment.js';
import { Failpoints } from './failpoints.js';

export interface SystemOptions {
  /** The checkout, with everything compiled into `dist`. */
  root: string;
  /** Variables that differ from the usual ones. */
  env?: Record<string, string>;
  /** Given the variables, answers those that lead elsewhere: through something that can be slow, silent or away. */
  redirect?: (env: Readonly<Record<string, string>>) => Promise<Record<string, string>>;
  /** Take a share of the servers of this run; else they are its own, to be killed and frozen. */
  sharesServers?: boolean;
  /** Fills the databases, which have no tables yet, and the store. */
  fill?: (env: Record<string, string>) => Promise<void>;
  /** How many processes of each service run, behind a balancer when there are several; default one. */
  copies?: number;
}

const START_MS = 60_000;
const RESTART_AFTER_MS = 300;

/**
 * The whole product as it runs for people: servers, stand-ins, mailbox and one process per service, which is started
 * again when it dies. Everything is its own and goes away with `stop`.
 */
export class TestSystem {
  private readonly processes = new Map<string, OwnedProcess>();
  private readonly balancers: Balancer[] = [];
  readonly failpoints: Failpoints;
  private isStopping = false;

  private constructor(
    readonly url: string,
    readonly mailboxUrl: string,
    readonly servers: Servers,
    readonly stripe: StripeStandIn,
    readonly env: Record<string, string>,
    private readonly folder: string,
    private readonly options: SystemOptions,
  ) {
    this.failpoints = new Failpoints(env.FAILPOINT_DIR ?? '');
  }

  static async start(options: SystemOptions): Promise<TestSystem> {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-system-'));
    const servers = await startServers({ ephemeral: true, native: !options.sharesServers });
    const ports = await systemPorts();
    const usual = await systemEnvironment(servers, ports, folder, options.env);
    const env = { ...usual, ...(await options.redirect?.(usual)) };
    const stripe = await startStripe({
      port: ports.stripe,
      ...(env.CLOCK_FILE === undefined ? {} : { clockFile: env.CLOCK_FILE }),
      webhooks: [
        {
          url: `http://127.0.0.1:${ports.services.gateway}/api/webhooks/stripe`,
          secret: STRIPE_WEBHOOK_SECRET,
        },
      ],
    });
    const url = `http://localhost:${ports.services.gateway}`;
    const mailboxUrl = `http://127.0.0.1:${ports.mailbox}`;
    const system = new TestSystem(url, mailboxUrl, servers, stripe, env, folder, options);
    try {
      await mkdir(join(folder, 'mail'));
      await system.failpoints.prepare();
      await system.startMailbox(ports.smtp, ports.mailbox);
      await options.fill?.(env);
      await system.migrate();
      for (const name of [...systemServices, 'gateway'] as const) await system.startCopies(name);
      await system.healthy();
      return system;
    } catch (error) {
      const logs = [...system.processes.values()].map(
        (process) => `${process.name}:\n${process.lastLines(8).join('\n')}`,
      );
      await system.stop();
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`The system did not start: ${why}\n${logs.join('\n')}`, { cause: error });
    }
  }

  /** Ends a service with a signal; it is started again by itself. */
  kill(name: SystemService, signal: NodeJS.Signals = 'SIGKILL'): void {
    this.processes.get(name)?.kill(signal);
  }

  /** Stops services as an update does, and waits until each runs again as a new process. */
  async restart(...services: SystemService[]): Promise<void> {
    const before = new Map(services.map((name) => [name, this.pid(name)]));
    for (const name of services) this.kill(name, 'SIGTERM');
    const renewed = () => {
      for (const [name, pid] of before) if (this.pid(name) === pid) throw new Error(`${name} still runs`);
    };
    await eventually(async () => renewed(), START_MS, 'restarted services');
    await this.healthy();
  }

  pid(name: SystemService): number {
    return this.processes.get(name)?.pid ?? -1;
  }

  /** Resident memory of a service's process, in MiB. */
  async memory(name: SystemService): Promise<number> {
    const status = await readFile(`/proc/${this.pid(name)}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }

  /** Lets the deadlines of all services see a time that is this much later than now. Never back. */
  async moveClock(aheadMs: number): Promise<void> {
    const file = this.env.CLOCK_FILE ?? '';
    // In one step: a service that looked at a file half written would see the time go back.
    await writeFile(`${file}.next`, String(aheadMs));
    await rename(`${file}.next`, file);
  }

  /** Until every service and every dependency is up. */
  async healthy(timeoutMs = START_MS): Promise<void> {
    await eventually(
      async () => {
        const answer = await fetch(`${this.url}/api/health`);
        if (answer.status !== 200) throw new Error(await answer.text());
      },
      timeoutMs,
      'a healthy system',
    );
  }

  /** Until nothing is under way. */
  drain(timeoutMs = 60_000): Promise<void> {
    return drain(this.env, this.stripe, timeoutMs);
  }

  /** Asks a service's database. For assertions only. */
  async query<Row extends object>(
    service: Exclude<SystemService, 'gateway'>,
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    return queryService<Row>(this.env, service, sql, values);
  }

  /** Everything that a service has written to its log since the start. */
  logFile(name: SystemService): string {
    return join(this.folder, `${name}.log`);
  }

  /** The logs of all processes, each copy's its own. */
  logFiles(): string[] {
    return [...this.processes.keys()].map((name) => join(this.folder, `${name}.log`));
  }

  /** Keeps the logs of all processes in a folder: with the system they are gone. */
  async keepLogs(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const file of this.logFiles()) await copyFile(file, join(folder, basename(file)));
  }

  lastLines(name: SystemService, count = 20): string[] {
    return this.processes.get(name)?.lastLines(count) ?? [];
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.processes.values()].map((process) => process.stop(10_000)));
    await Promise.all(this.balancers.map((balancer) => balancer.close()));
    await this.stripe.close();
    await this.servers.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async startCopies(name: SystemService): Promise<void> {
    const { copies = 1 } = this.options;
    if (copies === 1) return this.startService(name, name, {});
    const port = `${name.toUpperCase()}_PORT`;
    const ports = await freePorts(copies);
    this.balancers.push(await Balancer.start(Number(this.env[port]), ports));
    for (const [index, own] of ports.entries()) {
      const copy = index === 0 ? name : `${name}-${index + 1}`;
      // On machines of their own they would not share the folder that each empties when it starts.
      const spool = join(this.folder, `spool-${copy}`);
      await this.startService(name, copy, { [port]: String(own), SPOOL_DIR: spool });
    }
  }

  private async startService(name: SystemService, copy: string, own: Record<string, string>): Promise<void> {
    const { args, env } = serviceProcess(this.options.root, name);
    const given = environmentOf(name, { ...this.env, ...own });
    const process = await this.launch(copy, [...args], { ...given, ...env });
    process.exited
      .then(async () => {
        if (this.isStopping) return;
        await sleep(RESTART_AFTER_MS);
        if (!this.isStopping) await this.startService(name, copy, own);
      })
      .catch(() => undefined);
  }

  private async startMailbox(smtp: number, web: number): Promise<void> {
    const options = ['--web', String(web), '--smtp', String(smtp), '--ip', '127.0.0.1', '--silent'];
    const folder = ['--mail-directory', join(this.folder, 'mail')];
    const script = join(this.options.root, 'node_modules/maildev/bin/maildev');
    await this.launch('mailbox', [script, ...options, ...folder], {
      PATH: this.env.PATH ?? '',
      HOME: this.folder,
    });
  }

  private async migrate(): Promise<void> {
    const script = join(this.options.root, 'dist/deploy/local/migrate.js');
    const databases = systemServices.map((name) => `${name.toUpperCase()}_DATABASE_URL`);
    const process = await this.launch(
      'migrations',
      [script],
      pick(this.env, [...migrationVariables, ...databases]),
    );
    const { code } = await process.exited;
    this.processes.delete('migrations');
    if (code !== 0) throw new Error(`Migrations failed:\n${process.lastLines().join('\n')}`);
  }

  private async launch(name: string, args: string[], env: Record<string, string>): Promise<OwnedProcess> {
    const started = await OwnedProcess.start({
      name,
      command: process.execPath,
      args,
      env,
      cwd: this.options.root,
      logFile: join(this.folder, `${name}.log`),
    });
    this.processes.set(name, started);
    return started;
  }
}
