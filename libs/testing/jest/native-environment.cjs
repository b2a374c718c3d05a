const { Socket } = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** How long connections, servers, processes and timers of a test file may take to close after its last hook. */
const CLOSED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 20;

/** The worker's own global scope, put back as it was after each test file. */
module.exports = class NativeEnvironment {
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.open = openNow();
    this.before = {
      console: globalThis.console,
      exit: process.exit,
      getBuiltinModule: process.getBuiltinModule,
      variables: { ...process.env },
    };
  }

  /** Modules are loaded outside of a context. */
  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {}

  /** @throws Error which fails the file when something that it opened is still open */
  async teardown() {
    this.fakeTimersModern.dispose();
    const { console, exit, getBuiltinModule, variables } = this.before;
    globalThis.console = console;
    Object.assign(process, { exit, getBuiltinModule });
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    const limit = Date.now() + CLOSED_WITHIN_MS;
    let left = this.leftOpen();
    while (left.length > 0 && Date.now() < limit) {
      await sleep(LOOK_EVERY_MS);
      left = this.leftOpen();
    }
    if (left.length > 0) throw new Error(`This file leaves open: ${[...left, ...connections()].join(', ')}`);
  }

  /** What is open now and was not before this file, such as `2 TCPSocketWrap`. */
  leftOpen() {
    return [...openNow()]
      .map(([name, count]) => [name, count - (this.open.get(name) ?? 0)])
      .filter(([, more]) => more > 0)
      .map(([name, more]) => `${more} ${name}`);
  }
};

/** Which connections there are, and how far they came, to find out what was left open. */
function connections() {
  return process
    ._getActiveHandles()
    .filter((handle) => handle instanceof Socket)
    .map(({ localPort, remotePort, readyState, destroyed, bytesRead, bytesWritten }) =>
      JSON.stringify({ localPort, remotePort, readyState, destroyed, bytesRead, bytesWritten }),
    );
}

/** What keeps this process alive, counted by its kind. */
function openNow() {
  const counts = new Map();
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
