export type Upstream = 'auth' | 'agreements' | 'payments' | 'transcription';

/** First match wins. Only what stands here can be reached from outside. */
const table: readonly [RegExp, Upstream][] = [
  [/^\/api\/auth\//, 'auth'],
  [/^\/api\/agreements\/[^/]+\/(transcript|generate-transcript)$/, 'transcription'],
  [/^\/api\/agreements\//, 'agreements'],
  [/^\/api\/users\//, 'agreements'],
  [/^\/api\/(create-payment-intent|config)$/, 'payments'],
  [/^\/api\/payments\//, 'payments'],
  [/^\/api\/webhooks\/stripe$/, 'payments'],
];

/** The service that owns a path, or null. */
export function routeOf(path: string): Upstream | null {
  return table.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Calls that take files: counted apart, and allowed to be large. */
export function isUpload(method: string, path: string): boolean {
  return method === 'POST' && path === '/api/agreements/temporary';
}
