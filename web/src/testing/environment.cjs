const { TestEnvironment } = require('jest-environment-jsdom');

// Dates are shown in the reader's zone: of a test it is this one, on every machine.
process.env.TZ = 'UTC';

/** Those of this worker, by the name of their world. */
const shared = new Map();

/** A DOM, with the parts of fetch that jsdom lacks: they are Node's own, the calls themselves are answered by the test. */
class ComponentEnvironment extends TestEnvironment {
  constructor(config, context, world) {
    super(config, { ...context, console: consoleOfFile(() => this.console) });
    this.console = context.console;
    this.world = world;
    Object.assign(this.global, {
      Response,
      Headers,
      ReadableStream,
      TextEncoder,
      TextDecoder,
      structuredClone,
    });
    this.noteTimers();
  }

  get isShared() {
    return this.world !== 'own';
  }

  /** @throws Error which fails the file when the next one would find another browser */
  async teardown() {
    if (!this.isShared) {
      await super.teardown();
      return;
    }
    this.fakeTimersModern.dispose();
    this.dropTimers();
    if (this.world !== 'plain' || !('indexedDB' in this.global)) return;
    // Only this file is to blame: the next one gets a new world.
    shared.delete(this.world);
    throw new Error('This file has a store on the device: its world is "microphone"');
  }

  /** Called by the test framework. What a test has left waiting does not run into the next one. */
  handleTestEvent({ name }) {
    if (name === 'test_done') this.dropTimers();
  }

  noteTimers() {
    const { setTimeout, setInterval, clearTimeout } = this.global;
    this.timers = [];
    this.dropTimers = () => {
      for (const timer of this.timers.splice(0)) clearTimeout(timer);
    };
    Object.assign(this.global, {
      setTimeout: (run, delay, ...given) => {
        const timer = setTimeout(run, delay, ...given);
        // What is due at once still runs: React's scheduler would wait for it for ever.
        if (delay > 0) this.timers.push(timer);
        return timer;
      },
      setInterval: (run, ...given) => {
        const timer = setInterval(run, ...given);
        this.timers.push(timer);
        return timer;
      },
    });
  }
}

/**
 * The files of a worker use one after the other, with the modules that were loaded in it (`runtime.cjs`). A file says in
 * its first comment (`@jest-environment-options {"world": "…"}`) when it cannot: `microphone` is shared by those with a
 * microphone and a store on the device, `own` is for one file alone, which may replace modules.
 */
module.exports = function environmentOf(config, context) {
  const { world = 'plain' } = config.projectConfig.testEnvironmentOptions;
  const environment = shared.get(world) ?? new ComponentEnvironment(config, context, world);
  environment.console = context.console;
  if (environment.isShared) shared.set(world, environment);
  return environment;
};

/** jsdom is told once where it may complain; each file has a console of its own. */
function consoleOfFile(current) {
  const names = ['debug', 'error', 'info', 'log', 'warn'];
  return Object.fromEntries(names.map((name) => [name, (...said) => current()[name](...said)]));
}
