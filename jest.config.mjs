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
    '^#texts/(.*)$': '<rootDir>/web/src/i18n/en/$1.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.local/'],
};

/** Servers and a browser on a machine that others share: the integration tries a failed test once more, and counts it as flaky. */
const again = process.env.CI ? { setupFilesAfterEnv: ['<rootDir>/deploy/testing/try-again.mjs'] } : {};

export default {
  // Generous: a test that waits for its servers must not fail because the machine is busy.
  testTimeout: 60_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,services,deploy,bench}/**/*.spec.ts',
        '<rootDir>/{libs,services}/**/*.spec.tsx',
        '<rootDir>/web/{*,worker/*,src/**/*}.spec.ts',
      ],
      testPathIgnorePatterns: ['/node_modules/', '\\.int\\.spec\\.ts$', '\\.e2e\\.spec\\.ts$'],
    },
    {
      ...base,
      displayName: 'component',
      testMatch: ['<rootDir>/web/src/**/*.spec.tsx'],
      testEnvironment: '<rootDir>/web/src/testing/environment.cjs',
      setupFilesAfterEnv: ['<rootDir>/web/src/testing/setup.ts'],
      moduleNameMapper: {
        ...base.moduleNameMapper,
        // One file each instead of one per icon and per part: a test file loads every module anew.
        '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
        '^radix-ui$': '<rootDir>/node_modules/radix-ui/dist/index.js',
      },
    },
    {
      ...base,
      ...again,
      displayName: 'integration',
      testMatch: ['<rootDir>/{libs,services,deploy}/**/*.int.spec.ts'],
    },
    { ...base, ...again, displayName: 'system', testMatch: ['<rootDir>/e2e/**/*.e2e.spec.ts'] },
  ],
};
