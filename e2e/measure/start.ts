import { installMissing } from '../../deploy/local/system-packages.js';
import { findBinary, requireBinary } from '../../libs/testing/src/servers/binaries.js';
import startSystem from '../browser/start-system.js';

/**
 * Starts the product. Lighthouse gets Chromium without its windows: on two cores those take turns with the page that
 * is measured, and no phone has them.
 */
export default async function start(): Promise<(() => Promise<void>) | undefined> {
  await installMissing(['measure'], (line) => process.stdout.write(`${line}\n`));
  const name = 'chromium-headless-shell';
  process.env.HEADLESS_SHELL = requireBinary(findBinary(name), name);
  return startSystem();
}
