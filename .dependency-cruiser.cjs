const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** The Stripe stand-in: sandboxes run it from the image. */
const STRIPE_STAND_IN = '^stand-ins/stripe/';
/** What the image holds (deploy/Dockerfile copies it). */
const PRODUCTION = [
  '^services/[^/]+/src/',
  '^libs/(?!testing/)[^/]+/src/',
  '^deploy/(backup|image|verify)/',
  STRIPE_STAND_IN,
];
const TESTS = '\\.spec\\.tsx?$|/test/';

/**
 * The rooms of each service, in the order of the table in docs/architecture.md.
 * @throws Error for a service whose rooms in the table are others than its folders
 */
function roomsOfServices() {
  const text = readFileSync(join(__dirname, 'docs/architecture.md'), 'utf8');
  const [, table = ''] = text.split('| Service | Rooms |\n|---|---|\n');
  return readdirSync(join(__dirname, 'services')).map((service) => {
    const [, row = ''] = new RegExp(`^\\| ${service} \\| (.+) \\|$`, 'm').exec(table) ?? [];
    const rooms = row.split(' · ').map((room) => room.replace(/ \(.*\)$/, ''));
    const folders = readdirSync(join(__dirname, 'services', service, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'migrations')
      .map(({ name }) => name);
    if (rooms.toSorted().join() !== folders.toSorted().join())
      throw new Error(`docs/architecture.md names the rooms of ${service} as ${rooms}, there are ${folders}`);
    return { service, rooms };
  });
}

/** No room imports what stands right of it. */
const ROOMS_IN_ORDER = roomsOfServices().flatMap(({ service, rooms }) =>
  rooms.slice(0, -1).map((room, at) => ({
    name: 'rooms-in-order',
    comment: 'In a service: docs/architecture.md says which feature knows which.',
    severity: 'error',
    from: { path: `^services/${service}/src/${room}/`, pathNot: TESTS },
    to: { path: `^services/${service}/src/(${rooms.slice(at + 1).join('|')})/` },
  })),
);

const LAYERS = ['contracts', 'platform', 'messaging', 'outbox', 'jobs'];

/** No library imports one above it; storage and media stand beside, on the platform. */
const LIBS_IN_LAYERS = [
  ...LAYERS.slice(0, -1).map((lib, at) => ({ lib, above: [...LAYERS.slice(at + 1), 'storage', 'media'] })),
  ...['storage', 'media'].map((lib) => ({ lib, above: ['messaging', 'outbox', 'jobs'] })),
].map(({ lib, above }) => ({
  name: 'libs-in-layers',
  comment: `${LAYERS.join(' ← ')}; storage and media stand beside.`,
  severity: 'error',
  from: { path: `^libs/${lib}/src/`, pathNot: TESTS },
  to: { path: `^libs/(${above.join('|')})/` },
}));

/** Who may import whom. A service stands alone; libraries know no service; the web app knows only itself. */
module.exports = {
  forbidden: [
    {
      name: 'service-not-to-service',
      comment: 'Services talk over HTTP and events, never by import.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'libs-not-to-services',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(services|web|deploy|e2e|bench)/' },
    },
    {
      name: 'libs-not-to-stand-ins',
      comment: 'The test library alone starts them.',
      severity: 'error',
      from: { path: '^libs/', pathNot: '^libs/testing/' },
      to: { path: '^stand-ins/' },
    },
    {
      name: 'stand-ins-alone',
      comment: 'Outside companies know nothing of the product.',
      severity: 'error',
      from: { path: '^stand-ins/', pathNot: TESTS },
      to: { path: '^(libs|services|deploy|e2e|bench|web)/' },
    },
    {
      name: 'web-alone',
      comment: 'The browser gets its own code and the generated API types.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(services|libs|stand-ins|deploy|e2e|bench)/' },
    },
    {
      name: 'services-not-to-tools',
      severity: 'error',
      from: { path: '^services/[^/]+/src/', pathNot: '\\.spec\\.tsx?$|/test/' },
      to: { path: '^(deploy|e2e|bench|web|stand-ins|libs/testing)/' },
    },
    {
      name: 'production-not-to-tools',
      comment: 'What the image runs stands without test library, stand-ins and tools of a checkout.',
      severity: 'error',
      from: { path: PRODUCTION, pathNot: [TESTS, STRIPE_STAND_IN] },
      to: { path: '^(libs/testing/|stand-ins/|deploy/(?!backup/|image/|verify/)|e2e/|bench/|web/)' },
    },
    {
      name: 'stripe-stand-in-alone',
      comment: 'It is in the image, the other stand-ins are not.',
      severity: 'error',
      from: { path: STRIPE_STAND_IN, pathNot: TESTS },
      to: { path: '^stand-ins/', pathNot: STRIPE_STAND_IN },
    },
    {
      name: 'production-not-to-dev-dependencies',
      comment: 'The image has the dependencies alone: a devDependency fails there when it is imported.',
      severity: 'error',
      from: { path: PRODUCTION, pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
    ...LIBS_IN_LAYERS,
    {
      name: 'shared-not-to-features',
      comment: 'In the web app: shared code knows no feature.',
      severity: 'error',
      from: { path: '^web/src/(components|lib|i18n)/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'screens-by-app-alone',
      comment: 'In the web app: a screen is code of its own, loaded when its address is opened.',
      severity: 'error',
      from: { path: '^web/src/(?!app/)' },
      to: { path: '\\.screen\\.tsx$' },
    },
    {
      name: 'features-by-their-modules',
      comment: 'In a service: what a feature offers to others is what its module file exports.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^services/$1/src/[^/]+/',
        pathNot: ['^services/$1/src/$2/', '^services/$1/src/[^/]+/[^/]+\\.module\\.ts$'],
      },
    },
    ...ROOMS_IN_ORDER,
    {
      name: 'no-cycles',
      comment: 'Imports of types count: a circle of types is one of meaning.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|web/dist|\\.local)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['types', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.d.ts'],
    },
  },
};
