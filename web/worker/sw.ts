import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { isAppPage, SHELL } from './pages';
import { ASSET_CACHE, fetchShell, follow, SHELL_CACHE } from './shell';

declare const self: ServiceWorkerGlobalScope;

/** Longer than that, and the page that is kept opens; in seconds. */
const PATIENCE_SECONDS = 3;
const MOST_ASSETS = 200;
const MONTH_SECONDS = 30 * 24 * 60 * 60;

self.addEventListener('install', (event) => {
  event.waitUntil(fetchShell());
  // Pages that are open keep what they have loaded and are never loaded again by this worker: files are named after
  // their content, so old and new live beside each other.
  void self.skipWaiting();
});
clientsClaim();

const pages = new NetworkFirst({
  cacheName: SHELL_CACHE,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheKeyWillBeUsed: async () => SHELL,
      // Kept by `follow`, once its files are.
      cacheWillUpdate: async () => null,
      fetchDidSucceed: async ({ request, response, event }) => {
        if (response.status >= 500) throw new Error(`The server is away: ${response.status}`);
        const noted = follow(new URL(request.url).pathname, response.clone());
        event.waitUntil(noted.catch(() => undefined));
        return response;
      },
    },
  ],
});

const assets = new CacheFirst({
  cacheName: ASSET_CACHE,
  plugins: [
    new ExpirationPlugin({
      maxEntries: MOST_ASSETS,
      maxAgeSeconds: MONTH_SECONDS,
      purgeOnQuotaError: true,
    }),
  ],
});

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPage(url.pathname),
  pages,
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async (options) => (await caches.match(options.request, { ignoreVary: true })) ?? assets.handle(options),
);
