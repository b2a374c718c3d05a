const libs = ['contracts', 'platform', 'messaging', 'outbox', 'jobs', 'storage', 'media', 'testing'];

/** One project per suite, so that a run can choose: unit needs nothing, integration and system need servers. */
const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
            react: { runtime: 'automatic' },
          },
          keepClassNames: true,
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    ...Object.fromEntries(libs.map((name) => [`^#${name}$`, `<rootDir>/libs/${name}/src/index.ts`])),
    '^#stand-ins$': '<rootDir>/stand-ins/index.ts',
    '^#texts/(.*)$': '<rootDir>/web/src/i18n/en/$1.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.local/'],
};

const project = (displayName, testMatch, more = {}) => ({ ...base, displayName, testMatch, ...more });
/** Exhaustive: `make test-deep` runs them. */
const DEEP = '\\.deep\\.spec\\.tsx?$';
const ignoring = (...patterns) => ({ testPathIgnorePatterns: ['/node_modules/', ...patterns] });

/**
 * Modules are loaded by Node itself, once for all files of a worker, instead of anew for each file: Nest, TypeORM and
 * the services take seconds to load (docs/adr/0033-tests-load-modules-once.md).
 */
const native = {
  runtime: '<rootDir>/libs/testing/jest/native-runtime.cjs',
  testEnvironment: '<rootDir>/libs/testing/jest/native-environment.cjs',
};

export default {
  // Generous: a test that waits for its servers must not fail because the machine is busy.
  testTimeout: 240_000,
  projects: [
    project('unit', ['<rootDir>/{libs,stand-ins,services,deploy,bench}/**/*.spec.{ts,tsx}'], {
      ...native,
      ...ignoring('\\.int\\.spec\\.ts$', DEEP),
    }),
    // These replace modules and stand in for parts of a browser: each file has a world of its own.
    project('unit-web', ['<rootDir>/web/{*,worker/*,src/**/*}.spec.ts']),
    project('component', ['<rootDir>/web/src/**/*.spec.tsx'], {
      runtime: '<rootDir>/web/src/testing/runtime.cjs',
      testEnvironment: '<rootDir>/web/src/testing/environment.cjs',
      setupFilesAfterEnv: ['<rootDir>/web/src/testing/setup.ts'],
      moduleNameMapper: {
        ...base.moduleNameMapper,
        // One file each instead of one per icon and per part.
        '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
        '^radix-ui$': '<rootDir>/node_modules/radix-ui/dist/index.js',
      },
    }),
    project('integration', ['<rootDir>/{libs,stand-ins,services,deploy,bench}/**/*.int.spec.ts'], native),
    project('system', ['<rootDir>/e2e/*.e2e.spec.ts'], native),
    project('deep', ['<rootDir>/{libs,stand-ins,services,deploy,bench}/**/*.deep.spec.{ts,tsx}'], native),
    project('deep-system', ['<rootDir>/e2e/*.deep.spec.ts'], native),
  ],
};
