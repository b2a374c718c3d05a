import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver';
import { eventually, freePorts } from '#testing';
import { OwnedProcess } from '../../libs/testing/src/servers/process.js';
import { CHROMIUM_ARGS, widths } from '../browser/pages.js';

export type Engine = 'chromium' | 'firefox' | 'webkit';

/** How a device starts its browser. */
export interface Start {
  /** Where the browser keeps what outlives it. */
  profile: string;
  /** Port of the HTTP proxy that is its only way out. */
  proxyPort: number;
  env: NodeJS.ProcessEnv;
  /** For what the programs around it write. */
  logs: string;
}

/** The few things that every browser can be told. Scripts and elements are JavaScript expressions. */
export interface Driver {
  goTo(url: string): Promise<void>;
  /** Waits for promises. */
  evaluate<T>(script: string): Promise<T>;
  click(element: string): Promise<void>;
  type(element: string, text: string): Promise<void>;
  /** Tells the page whether it has a network, where the engine can be told; the wire is cut apart from that. */
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

export const start: Record<Engine, (start: Start) => Promise<Driver>> = {
  chromium: ({ profile, proxyPort, env }) =>
    drivePuppeteer({
      browser: 'chrome',
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // It would hear nothing from the loudspeaker.
      ignoreDefaultArgs: ['--mute-audio'],
      args: [
        ...CHROMIUM_ARGS,
        ...[`--proxy-server=http://127.0.0.1:${proxyPort}`, '--proxy-bypass-list=<-loopback>'],
        '--use-fake-ui-for-media-stream',
      ],
      ...{ userDataDir: profile, env },
    }),
  firefox: ({ profile, proxyPort, env }) =>
    drivePuppeteer({
      browser: 'firefox',
      executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
      extraPrefsFirefox: {
        'media.navigator.permission.disabled': true,
        ...{
          'network.proxy.type': 1,
          'network.proxy.http': '127.0.0.1',
          'network.proxy.http_port': proxyPort,
        },
        ...{ 'network.proxy.ssl': '127.0.0.1', 'network.proxy.ssl_port': proxyPort },
        ...{ 'network.proxy.allow_hijacking_localhost': true, 'network.proxy.no_proxies_on': '' },
        'network.proxy.failover_direct': false,
      },
      ...{ userDataDir: profile, env },
    }),
  webkit: driveWebKit,
};

/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
async function drivePuppeteer(options: Parameters<typeof puppeteer.launch>[0]): Promise<Driver> {
  const browser = await puppeteer.launch({ headless: true, protocolTimeout: 60_000, ...options });
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  await page.setViewport(widths.phone);
  const find = async (element: string) => {
    const found = (await page.evaluateHandle(element)).asElement();
    if (!found) throw new Error(`not there: ${element}`);
    return found;
  };
  return {
    goTo: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    evaluate: async <T>(script: string) => (await page.evaluate(script)) as T,
    click: async (element) => (await find(element)).click(),
    type: async (element, text) => (await find(element)).type(text),
    setOffline: (isOffline) => page.setOfflineMode(isOffline),
    close: () => browser.close(),
  };
}

const COLD_START_MS = 60_000;

/** WebKitGTK by classic WebDriver, on a screen of its own. */
async function driveWebKit({ profile, proxyPort, env, logs }: Start): Promise<Driver> {
  const logFile = (name: string) => join(logs, `${name}.log`);
  const screen = await OwnedProcess.start({
    name: 'Xvfb',
    command: 'Xvfb',
    args: ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    logFile: logFile('screen'),
  });
  const display = await eventually(
    async () => {
      const number = /^(\d+)$/m.exec(await readFile(logFile('screen'), 'utf8'))?.[1];
      if (number === undefined) throw new Error('no number yet');
      return `:${number}`;
    },
    COLD_START_MS,
    'the screen is there',
  );
  const [port = 0] = await freePorts(1);
  const service = await OwnedProcess.start({
    name: 'WebKitWebDriver',
    command: 'WebKitWebDriver',
    args: ['--host=127.0.0.1', `--port=${port}`],
    env: { ...env, DISPLAY: display, NO_AT_BRIDGE: '1', GSETTINGS_BACKEND: 'memory' },
    logFile: logFile('webkit'),
  });
  const address = `http://127.0.0.1:${port}`;
  await eventually(() => fetch(`${address}/status`), COLD_START_MS, 'WebKitWebDriver answers');
  const driver: WebDriver = await new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'webkit',
      'webkitgtk:browserOptions': {
        binary: join(import.meta.dirname, 'webkit-browser.py'),
        args: [profile, `http://127.0.0.1:${proxyPort}`],
      },
    })
    .build();
  await driver.manage().setTimeouts({ script: COLD_START_MS });
  const evaluate = async <T>(script: string): Promise<T> => {
    const { value, error } = await driver.executeAsyncScript<{ value?: T; error?: string }>(
      `const tell = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${script})).then((value) => tell({ value }), (error) => tell({ error: String(error) }));`,
    );
    if (error !== undefined) throw new Error(error);
    return value as T;
  };
  const find = async (element: string) => {
    const found = await driver.executeScript<WebElement | null>(`return (${element});`);
    if (!found) throw new Error(`not there: ${element}`);
    return found;
  };
  return {
    evaluate,
    goTo: (url) => driver.get(url),
    click: async (element) => (await find(element)).click(),
    type: async (element, text) => (await find(element)).sendKeys(text),
    // It asks the machine, which does have a network. The page hears what a phone would say.
    setOffline: (isOffline) =>
      evaluate(`(() => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, value: ${!isOffline} });
        dispatchEvent(new Event('${isOffline ? 'offline' : 'online'}'));
      })()`),
    close: async () => {
      await driver.quit().catch(() => undefined);
      await service.stop();
      await screen.stop();
    },
  };
}
