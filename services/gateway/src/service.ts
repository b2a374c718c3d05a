import { attachConsumers } from '#messaging';
import type { ServiceDefinition } from '#platform';
import { registerQueues } from './admin/admin.module.js';
import { AppModule } from './app.module.js';
import { GatewayConfig } from './config.js';
import { LiveAdapter } from './live/live.module.js';
import { registerProxy } from './proxy/proxy.module.js';
import { registerDocs, registerWeb } from './web/web.module.js';

/**
 * All that is reached from outside: sessions, limits, routing, live events, the web app, and what administrators see of
 * the services together.
 */
export const gatewayService: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  config: GatewayConfig,
  module: AppModule,
  parsesBodies: false,
  isPublic: true,
  trustedProxies: ({ proxies }) => (proxies.length > 0 ? proxies.join(',') : false),
  prepare: async (app, config) => {
    await registerProxy(app, config);
    await registerQueues(app, config);
    await registerDocs(app, config);
    await registerWeb(app, config);
    app.useWebSocketAdapter(new LiveAdapter(app, config));
    attachConsumers(app);
  },
};
