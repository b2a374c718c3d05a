const { Socket } = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** How long connections, servers, processes and timers of a test file may take to close after its last hook. */
const CLOSED_WITHIN_MS = 40_000;
const LOOK_EVERY_MS = 20;
/** A limit of a test or hook measures nothing: a slow machine gets as many times as long (as in `eventually`). */
const PATIENCE = 4;
/** What a file must not leave behind, as Node names it. Pipes are the worker's own, or those of a process. */
const LASTING = new Set(['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap', 'Timeout']);

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

  /** Called by jest after it has noted a test or hook with the limit that the file gives it, if any. */
  handleTestEvent({ name, timeout }, { currentDescribeBlock: block }) {
    if (timeout === undefined) return;
    if (name === 'add_test') block.tests.at(-1).timeout = PATIENCE * timeout;
    if (name === 'add_hook') block.hooks.at(-1).timeout = PATIENCE * timeout;
  }

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
    if (left.length > 0) throw new Error(`This file leaves open: ${left.join(', ')}`);
  }

  /** What is open now and was not before this file, such as `1 TCPServerWrap`, and connections by their ports. */
  leftOpen() {
    return [...openNow()]
      .map(([name, count]) => [name, count - (this.open.get(name) ?? 0)])
      .filter(([, more]) => more > 0)
      .map(([name, more]) => `${more} ${name}`);
  }
};

/** What keeps this process alive, counted by its kind; each connection is a kind of its own. */
function openNow() {
  const lasting = process.getActiveResourcesInfo().filter((name) => LASTING.has(name));
  // A socket without a peer is over: Node only has not collected it yet.
  const connections = process
    ._getActiveHandles()
    .filter((handle) => handle instanceof Socket && handle.remotePort !== undefined)
    .map(({ localPort, remotePort }) => `connection from ${localPort} to ${remotePort}`);
  const counts = new Map();
  for (const name of [...lasting, ...connections]) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
