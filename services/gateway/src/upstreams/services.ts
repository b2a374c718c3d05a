import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AppError, ServiceClient, ServiceTokens } from '#platform';
import { GatewayConfig } from '../config.js';

/** The services behind the gateway, by the names of their databases, queues and tokens. */
export const upstreams = ['auth', 'agreements', 'payments', 'transcription', 'notifications'] as const;
export type Upstream = (typeof upstreams)[number];

/** What came of asking several services: those that answered, and the names of the others. */
export interface Answers<T> {
  answers: { service: Upstream; answer: T }[];
  incomplete: Upstream[];
}

/** Questions of the gateway to the services, in its own name or in an administrator's. */
@Injectable()
export class Services implements OnModuleDestroy {
  private readonly clients: { [Service in Upstream]: ServiceClient<Service> };

  constructor(config: GatewayConfig, tokens: ServiceTokens) {
    const client = (name: Upstream) => new ServiceClient(config[`${name}Url`], tokens, 'gateway', name);
    this.clients = Object.fromEntries(upstreams.map((name) => [name, client(name)])) as typeof this.clients;
  }

  of<Service extends Upstream>(service: Service): ServiceClient<Service> {
    return this.clients[service] as ServiceClient<Service>;
  }

  /** Asks all of them at once. @throws AppError `unavailable` when nobody answers. */
  async askAll<Service extends Upstream, T>(
    services: readonly Service[],
    ask: (client: ServiceClient<Service>) => Promise<T>,
  ): Promise<Answers<T>> {
    const asked = await Promise.allSettled(services.map((service) => ask(this.of(service))));
    const result: Answers<T> = { answers: [], incomplete: [] };
    for (const [index, service] of services.entries()) {
      const answer = asked[index];
      if (answer?.status === 'fulfilled') result.answers.push({ service, answer: answer.value });
      else result.incomplete.push(service);
    }
    if (result.answers.length === 0) throw new AppError('unavailable');
    return result;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(Object.values(this.clients).map((client) => client.close()));
  }
}
