import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePorts } from '#testing';

const run = promisify(execFile);

/** docker-compose.yml under a name, on ports and with settings of its own. */
export class Composition {
  private constructor(
    private readonly root: string,
    private readonly project: string,
    private readonly ports: Record<string, string>,
  ) {}

  /** @param root the checkout */
  static async create(root: string, project: string): Promise<Composition> {
    const names = ['PORT', 'MAILBOX_PORT', 'SMTP_PORT', 'STRIPE_STAND_IN_PORT', 'OBJECTS_PORT'];
    names.push('POSTGRES_PORT', 'REDIS_PORT', 'RABBITMQ_PORT');
    const free = await freePorts(names.length);
    const ports = Object.fromEntries(names.map((name, index) => [name, String(free[index])]));
    return new Composition(root, project, ports);
  }

  get url(): string {
    return `http://localhost:${this.ports.PORT}`;
  }

  get mailboxUrl(): string {
    return `http://localhost:${this.ports.MAILBOX_PORT}`;
  }

  /** Under which a service's first container is found by the others, beside the service's own name. */
  containerOf(service: string): string {
    return `${this.project}-${service}-1`;
  }

  build(): Promise<string> {
    return this.compose({}, 'build');
  }

  /**
   * Until every container is healthy.
   * @param settings what the caller has in the environment, beside the ports
   * @throws Error with what `docker compose` said and with the last lines of the logs
   */
  async up(settings: Record<string, string> = {}): Promise<void> {
    try {
      await this.compose(settings, 'up', '-d', '--wait', '--wait-timeout', '600');
    } catch (error) {
      const logs = await this.compose(settings, 'logs', '--no-color', '--tail', '10');
      throw new Error(`The containers did not start.\n${logs}`, { cause: error });
    }
  }

  /** Stops and removes the containers; their data stays. */
  async down(): Promise<void> {
    await this.compose({}, 'down');
  }

  /** Removes containers and data: servers keep the passwords with which their data was made. */
  async empty(): Promise<void> {
    await this.compose({}, 'down', '--volumes');
  }

  /** Removes containers, data and the image. */
  async remove(): Promise<void> {
    await this.compose({}, 'down', '--volumes', '--remove-orphans');
    await run('docker', ['image', 'rm', '--force', `${this.project}-services`], { env: this.env({}) });
  }

  async restart(service: string): Promise<void> {
    await this.compose({}, 'restart', service);
  }

  async services(): Promise<string[]> {
    return (await this.compose({}, 'config', '--services')).trim().split('\n');
  }

  async running(): Promise<string[]> {
    const listed = await this.compose({}, 'ps', '--services', '--status', 'running');
    return listed.split('\n').filter(Boolean);
  }

  logs(service: string): Promise<string> {
    return this.compose({}, 'logs', '--no-color', '--no-log-prefix', service);
  }

  /** A command in a container that runs. */
  execute(service: string, script: string): Promise<string> {
    return this.compose({}, 'exec', '-T', service, 'sh', '-c', script);
  }

  /** A service's own command once more, with variables as somebody would type them. */
  runOnce(service: string, variables: Record<string, string>): Promise<string> {
    const given = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    return this.compose({}, 'run', '--rm', '-T', ...given, service);
  }

  private async compose(settings: Record<string, string>, ...args: string[]): Promise<string> {
    // Neither the caller's variables nor a `.env` of the checkout reach the containers.
    const options = ['compose', '--env-file', '/dev/null', '-p', this.project, '--profile', 'full'];
    const { stdout } = await run('docker', [...options, ...args], {
      cwd: this.root,
      env: this.env(settings),
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  }

  private env(settings: Record<string, string>): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(([name]) =>
      /^(PATH|HOME|DOCKER_.*|BUILDX_.*)$/.test(name),
    );
    return { ...Object.fromEntries(own), ...this.ports, ...settings };
  }
}
