import proxyAddr from '@fastify/proxy-addr';
import { IsInt, IsOptional, IsString, Min, MinLength } from 'class-validator';
import { BaseConfig } from '#platform';

export class GatewayConfig extends BaseConfig {
  @IsString() @MinLength(32) sessionTokenSecret: string;
  @IsString() authUrl: string;
  @IsString() agreementsUrl: string;
  @IsString() paymentsUrl: string;
  @IsString() transcriptionUrl: string;
  @IsString() notificationsUrl: string;
  /** Folder of the built web app. Without it only the API is served. */
  @IsOptional() @IsString() webRoot?: string;
  /** The API document that `/api/docs` shows outside production. */
  @IsString() openapiFile: string = 'openapi.json';
  /** The document of the events that `/api/docs/events` shows outside production. */
  @IsString() asyncapiFile: string = 'asyncapi.json';
  /** Where a browser reaches the Stripe stand-in, when there is one: allowed on payment pages. */
  @IsString() stripePublicBase: string = 'http://localhost:12111';
  @IsOptional() @IsString() stripePublishableKey?: string;
  /** Addresses of proxies in front, comma-separated; only these may name the client's address. `none` when there is none. */
  @IsOptional() @IsString() trustedProxies?: string;
  /** Requests per address and minute, in all and for uploads. */
  @IsInt() @Min(1) requestsPerMinute: number = 1200;
  @IsInt() @Min(1) uploadsPerMinute: number = 60;
  /** Chunks of long recordings per address and minute; one that is being recorded brings one every few seconds. */
  @IsInt() @Min(1) chunksPerMinute: number = 600;
  /** Looks at invitations per address and minute: nobody may try numbers. */
  @IsInt() @Min(1) remoteLookupsPerMinute: number = 60;
  /** Questions to the Contract Assistant per address and minute: each may cost a call of the language model. */
  @IsInt() @Min(1) questionsPerMinute: number = 20;
  /** Certificates per address and minute: one that is not sealed yet is drawn when it is asked for. */
  @IsInt() @Min(1) certificatesPerMinute: number = 20;
  /** Evidence packets per address and minute: each is put together, with its checksums, while it is read. */
  @IsInt() @Min(1) packetsPerMinute: number = 20;
  /** Requests whose body is on its way at the same time, from one address and in all. */
  @IsInt() @Min(1) bodiesPerAddress: number = 100;
  @IsInt() @Min(1) bodiesInAll: number = 2000;
  /** Requests of one address that wait for the same service at the same time. */
  @IsInt() @Min(1) openRequestsPerAddress: number = 64;
  /** Connections to each service for uploads, and as many more for the files that it answers with. */
  @IsInt() @Min(8) fileConnections: number = 400;
  /** Live connections of one address that are open at the same time, and that are opened in a minute. */
  @IsInt() @Min(1) socketsPerAddress: number = 100;
  @IsInt() @Min(1) handshakesPerMinute: number = 120;

  /** Whom a forwarded client's address is believed from; nobody when none was named. */
  get proxies(): string[] {
    const { trustedProxies = 'none' } = this;
    return trustedProxies === 'none' ? [] : trustedProxies.split(',').map((proxy) => proxy.trim());
  }

  override refused(): string[] {
    const problems = super.refused();
    try {
      proxyAddr.compile(this.proxies);
    } catch {
      problems.push(
        'TRUSTED_PROXIES has something else than addresses, networks and names of networks, separated by commas',
      );
    }
    return problems;
  }

  override refusedInProduction(): string[] {
    const isMissing = this.trustedProxies === undefined;
    return [
      ...super.refusedInProduction(),
      ...(isMissing
        ? [
            'TRUSTED_PROXIES is not set: behind a proxy all people would have its address (name the proxies, or say none)',
          ]
        : []),
    ];
  }
}
