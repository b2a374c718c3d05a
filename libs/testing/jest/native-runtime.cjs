const { existsSync } = require('node:fs');
const { createRequire, registerHooks } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

const GLOBALS = 'jest-native:globals';
/** What Node itself understands: the transformer leaves it as it is. */
const ESM = {
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

/** The runtime of the test file that runs now. */
let current;
/** Test files that this worker has run. */
let runs = 0;
/** Source maps of all modules that this worker has loaded, by the address under which they stand in a stack. */
const sourceMaps = new Map();

// A process that the tested code forks runs from the sources, too.
process.execArgv.push(`--import=${new URL('child-sources.mjs', pathToFileURL(__filename)).href}`);

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    if (!isSource(context.parentURL)) return next(specifier, context);
    // In package.json the libraries' sources stand under the condition `types`, what is compiled under the default.
    if (specifier.startsWith('#'))
      return next(specifier, { ...context, conditions: ['types', 'import', 'node'] });
    if (/^\.{1,2}\/.*\.js$/.test(specifier)) {
      for (const extension of ['.ts', '.tsx']) {
        const url = new URL(specifier.replace(/\.js$/, extension), context.parentURL);
        if (existsSync(url)) return { url: url.href, shortCircuit: true };
      }
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (url === GLOBALS)
      return { format: 'module', source: 'export const { jest } = globalThis;', shortCircuit: true };
    if (!isSource(url)) return next(url, context);
    return { format: 'module', source: current.transformed(url), shortCircuit: true };
  },
});

function isSource(url) {
  return !!url && url.startsWith('file:') && /\.tsx?(\?|$)/.test(url) && !url.includes('/node_modules/');
}

/** The `jest` of whichever file runs: a module that was loaded for an earlier file goes on using it. */
globalThis.jest = new Proxy(
  {},
  { get: (_, name) => current.jestGlobals.jestObjectFor(current._testPath)[name] },
);

/**
 * Lets Node load modules, once for all test files of a worker, where jest's own runtime loads each module anew for each
 * file. jest transforms the sources, runs the tests, keeps their time limits and reports them as ever. Modules cannot be
 * replaced (`jest.mock`) here.
 */
module.exports = class NativeRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    current = this;
    // What the last file told the test framework: its time limit, its listeners and its tests.
    for (const name of ['TEST_TIMEOUT_SYMBOL', 'EVENT_HANDLERS']) delete globalThis[Symbol.for(name)];
    for (const path of Object.keys(require.cache)) {
      if (path.includes('/node_modules/jest-circus/')) delete require.cache[path];
    }
  }

  async unstable_importModule(path) {
    runs += 1;
    return import(`${pathToFileURL(path).href}?run=${runs}`);
  }

  /** The test framework runs beside the tests, not in a context of its own. */
  requireInternalModule(from, to) {
    return createRequire(from)(to ?? from);
  }

  transformed(url) {
    const path = fileURLToPath(url);
    const code = this.transformCache.transform(path, ESM);
    sourceMaps.set(url, super.getSourceMaps().get(path));
    return code;
  }

  getSourceMaps() {
    return sourceMaps;
  }
};
