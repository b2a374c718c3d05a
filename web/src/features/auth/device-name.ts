import Bowser from 'bowser';

/** "Chrome on Windows" from what a browser calls itself; null where neither browser nor system can be told. */
export function deviceName(
  userAgent: string | null,
  on: (browser: string, system: string) => string,
): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return on(browser.name, os.name);
  return browser.name || os.name || null;
}
