import { type SharedServers, startSharedServers } from '../../libs/testing/src/servers/shared-servers.js';
import { type SharedProduct, startSharedProduct } from '../../libs/testing/src/system/shared-product.js';
import type { Need } from './suites.js';

/** More than there are specs that ask for servers, so that none has to start its own; `suites.spec.ts` counts them. */
export const SHARES = 200;

/** Servers and product of a test run: each is started when the first suite asks for it, and stopped once at the end. */
export class SharedParts {
  private servers?: Promise<SharedServers>;
  private product?: Promise<SharedProduct>;

  constructor(private readonly root: string) {}

  /** @returns the variables that lead to what is needed */
  async provide(need: Need): Promise<NodeJS.ProcessEnv> {
    this.servers ??= startSharedServers(SHARES);
    const { env } = await this.servers;
    if (need === 'servers') return env;
    // The product takes a share of the servers like every spec.
    Object.assign(process.env, env);
    this.product ??= startSharedProduct(this.root);
    return { ...env, ...(await this.product).env };
  }

  /** Copies what the services of the product wrote, when it runs. */
  async keepLogs(folder: string): Promise<void> {
    await (await this.product?.catch(() => undefined))?.keepLogs(folder);
  }

  async stop(): Promise<void> {
    await (await this.product?.catch(() => undefined))?.stop();
    await (await this.servers?.catch(() => undefined))?.stop();
  }
}
