import { join, resolve } from 'node:path';
import { type SharedProduct, startSharedProduct } from '#testing';

export const ROOT = resolve(import.meta.dirname, '../..');

/**
 * The product for all browser tests: the one that this run shares, or one of their own that ends with them. Answers how
 * to end it.
 */
export default async function startSystem(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SYSTEM_URL) return undefined;
  const product: SharedProduct = await startSharedProduct(ROOT);
  Object.assign(process.env, product.env);
  return async () => {
    await product.keepLogs(join(ROOT, '.local/test-reports/logs'));
    await product.stop();
  };
}
