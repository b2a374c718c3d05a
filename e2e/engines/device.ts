import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { eventually } from '#testing';
import { findBinary } from '../../libs/testing/src/servers/binaries.js';
import { required } from '../browser/pages.js';
import { type Driver, type Engine, start } from './drivers.js';
import { Room } from './room.js';
import { Wire } from './wire.js';

const PATIENCE_MS = 45_000;

/** The look-up by role, label and name that the component tests use; here it runs in the page, in every engine the same. */
const LOOKUP = await readFile(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** As text, because these types know no documents: the first of those that can be used now, brought into view. */
const usable = (all: string): string => `((all) => {
  const found = all.find((one) => !one.disabled && one.ariaDisabled !== 'true' && !one.closest('[inert]'));
  // What still moves cannot be pressed.
  found?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found ?? null;
})(TestingLibraryDom.${all})`;
const named = (name: string | RegExp): string =>
  typeof name === 'string' ? JSON.stringify(name) : String(name);

/** A phone in a room, on a wire: a browser of one engine, with storage that outlives it. */
export class Device {
  private driver: Driver | null = null;

  private constructor(
    readonly engine: Engine,
    private readonly folder: string,
    readonly room: Room,
    readonly wire: Wire,
  ) {}

  static async switchOn(engine: Engine): Promise<Device> {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-device-'));
    const device = new Device(engine, folder, await Room.open(folder), await Wire.open());
    await mkdir(device.profile);
    await device.start();
    return device;
  }

  /** Opens the browser, which finds what it left. */
  async start(): Promise<void> {
    const { profile, folder: logs, wire, room } = this;
    const env = { ...process.env, ...room.env, DEVICE_PROFILE: profile };
    this.driver = await start[this.engine]({ profile, proxyPort: wire.port, env, logs });
  }

  /** Opens a page of the product, up to when it can be used. */
  async open(path: string): Promise<void> {
    await this.use.goTo(new URL(path, required('SYSTEM_URL')).href);
    await expect
      .poll(() => this.evaluate('document.querySelector("#root:not([inert])") !== null'))
      .toBe(true);
  }

  /** Opens a file of the product, for which the browser makes a page of its own. */
  openFile(path: string): Promise<void> {
    return this.use.goTo(new URL(path, required('SYSTEM_URL')).href);
  }

  /** What a JavaScript expression comes to in the page. */
  evaluate<T>(script: string): Promise<T> {
    return this.use.evaluate<T>(script);
  }

  /** Clicks what has this role and name, when it can be clicked. */
  press(role: 'button' | 'link' | 'radio' | 'checkbox', name: string | RegExp): Promise<void> {
    return this.act(`queryAllByRole(document.body, '${role}', { name: ${named(name)} })`, (element) =>
      this.use.click(element),
    );
  }

  /** Types into an empty field. */
  fill(label: string, text: string): Promise<void> {
    return this.act(`queryAllByLabelText(document.body, ${named(label)}, { selector: 'input' })`, (element) =>
      this.use.type(element, text),
    );
  }

  /** Ticks every box. */
  async tickAll(): Promise<void> {
    const boxes = await this.evaluate<number>(
      `document.querySelectorAll('[type=checkbox], [role=checkbox]').length`,
    );
    for (let n = 0; n < boxes; n += 1)
      await this.act(`queryAllByRole(document.body, 'checkbox').slice(${n})`, (element) =>
        this.use.click(element),
      );
  }

  /** What can be read now. */
  text(): Promise<string> {
    return this.evaluate('document.body.innerText');
  }

  /** Until that can be read. */
  async sees(text: string | RegExp, timeout = PATIENCE_MS): Promise<void> {
    const isShown = (shown: string) => (typeof text === 'string' ? shown.includes(text) : text.test(shown));
    await eventually(
      async () => {
        const shown = await this.text();
        if (!isShown(shown)) throw new Error(shown);
      },
      timeout,
      `reading ${text}`,
    );
  }

  async goOffline(): Promise<void> {
    this.wire.cut();
    await this.use.setOffline(true);
  }

  async goOnline(): Promise<void> {
    this.wire.mend();
    await this.use.setOffline(false);
  }

  /** Ends every process of the browser at once, as a crash or an empty battery does. Answers when, in ms since 1970. */
  async kill(): Promise<number> {
    const at = Date.now();
    for (const id of await this.processes()) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // It went with another one.
      }
    }
    await expect.poll(() => this.processes()).toEqual([]);
    await this.driver?.close().catch(() => undefined);
    this.driver = null;
    return at;
  }

  async switchOff(): Promise<void> {
    await this.kill();
    await Promise.all([this.room.close(), this.wire.close()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  get isOn(): boolean {
    return this.driver !== null;
  }

  private get profile(): string {
    return join(this.folder, 'profile');
  }

  private get use(): Driver {
    if (!this.driver) throw new Error('The browser is not open.');
    return this.driver;
  }

  /** Until something that can be used is there and took it. */
  private async act(all: string, how: (element: string) => Promise<void>): Promise<void> {
    await eventually(
      async () => {
        if (!(await this.evaluate<boolean>('"TestingLibraryDom" in globalThis')))
          await this.evaluate(`(() => { ${LOOKUP} })()`);
        if (!(await this.evaluate<boolean>(`${usable(all)} !== null`)))
          throw new Error(`${all} is not in: ${await this.text()}`);
        await how(usable(all));
      },
      PATIENCE_MS,
      `use of ${all}`,
    );
  }

  /** The ids of all processes that work on this profile. */
  private async processes(): Promise<number[]> {
    const found: number[] = [];
    for (const id of await readdir('/proc')) {
      if (!/^\d+$/.test(id)) continue;
      const about = ['cmdline', 'environ'].map((name) =>
        readFile(`/proc/${id}/${name}`, 'utf8').catch(() => ''),
      );
      if ((await Promise.all(about)).join('\0').includes(this.profile)) found.push(Number(id));
    }
    return found;
  }
}

const PROGRAMS: Record<Engine, string[]> = {
  chromium: ['chromium'],
  firefox: ['firefox-esr'],
  webkit: ['WebKitWebDriver', 'Xvfb'],
};

interface Options {
  engine: Engine;
}

interface Fixtures {
  /** A device that is switched off after the test. */
  device: Device;
}

export const test = base.extend<Options & Fixtures>({
  engine: ['chromium', { option: true }],
  device: async ({ engine }, use, info) => {
    const missing = ['pulseaudio', ...PROGRAMS[engine]].filter((name) => !findBinary(name));
    info.skip(missing.length > 0, `not on this machine: ${missing.join(', ')}`);
    const device = await Device.switchOn(engine);
    await use(device);
    if (info.status !== info.expectedStatus && device.isOn) {
      const body = await device.text().catch(String);
      await info.attach('what could be read', { body });
    }
    await device.switchOff();
  },
});
