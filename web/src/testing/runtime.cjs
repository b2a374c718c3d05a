const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

/** Those of this worker, by the DOM in which they have loaded modules. */
const shared = new WeakMap();

class ComponentRuntime extends Runtime {
  /** Called for the test file and for what is set up: both register their hooks with the framework of this file. */
  async unstable_importModule(path) {
    this.registries.esModuleRegistry.delete(pathToFileURL(path).href);
    return super.unstable_importModule(path);
  }

  setModuleMock(from, ...what) {
    if (this._environment.isShared && !this._config.setupFilesAfterEnv.includes(from))
      throw new Error('A file that replaces modules needs the world "own"');
    super.setModuleMock(from, ...what);
  }

  teardown() {
    if (!this._environment.isShared) {
      super.teardown();
      return;
    }
    this.restoreAllMocks();
    this.registries.esModuleRegistry.delete(pathToFileURL(this._testPath).href);
    this.registries.internalModuleRegistry.clear();
    // What this file told the test framework.
    for (const name of ['TEST_TIMEOUT_SYMBOL', 'EVENT_HANDLERS'])
      delete this._environment.global[Symbol.for(name)];
  }
}

/**
 * Keeps the modules that a file has loaded for the next file of the same worker and world (`environment.cjs`), where
 * jest's own runtime loads each anew. Test files, what is set up for each, and the test framework are loaded for each
 * file (docs/adr/0033-tests-load-modules-once.md).
 */
module.exports = function runtimeOf(
  config,
  environment,
  resolver,
  transformer,
  files,
  coverage,
  path,
  global,
) {
  const runtime =
    shared.get(environment) ??
    new ComponentRuntime(config, environment, resolver, transformer, files, coverage, path, global);
  runtime._testPath = path;
  if (environment.isShared) shared.set(environment, runtime);
  return runtime;
};
