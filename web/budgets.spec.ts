import {
  ANY_ROUTE_KB,
  complaints,
  FIRST_ROUTE_KB,
  filesOfScreens,
  measure,
  type Output,
  ROUTE_BUDGETS_KB,
} from './budgets.js';

/** Text of about so many bytes that brotli cannot make smaller. */
function incompressible(bytes: number, seed: number): string {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  // Base64 of noise: three quarters of it are left.
  return Buffer.from(Array.from({ length: bytes }, () => (next() >> 16) & 255)).toString('base64');
}

const chunk = (
  bytes: number,
  seed: number,
  { imports = [], moduleIds = [], isEntry = false }: Partial<Extract<Output, { type: 'chunk' }>> = {},
): Output => {
  const code = incompressible(bytes, seed);
  // As the bundler hands them over: fields that are not the object's own.
  return Object.create({ type: 'chunk', code, imports, moduleIds, isEntry }) as Output;
};

const build = (): Record<string, Output> => ({
  'index.js': chunk(10_000, 1, { isEntry: true, imports: ['shared.js'] }),
  'shared.js': chunk(5_000, 2),
  'home.js': chunk(3_000, 3, {
    imports: ['shared.js'],
    moduleIds: ['/x/web/src/features/marketing/home.screen.tsx'],
  }),
  'login.js': chunk(1_000, 4, {
    imports: ['form.js'],
    moduleIds: ['/x/web/src/features/auth/login.screen.tsx'],
  }),
  'form.js': chunk(2_000, 5, { imports: ['shared.js'] }),
  'style.css': { type: 'asset', source: incompressible(4_000, 6) },
});

describe('budgets', () => {
  it('counts for a route what it imports and what every page loads, each file once', () => {
    const rows = new Map(measure(build()).map(({ name, kB }) => [name, kB]));
    expect(rows.get('home')).toBeCloseTo(18, 0);
    expect(rows.get('login')).toBeCloseTo(18, 0);
    expect(rows.get('style sheets')).toBeCloseTo(4, 0);
  });

  it('names for a screen what only it needs', () => {
    expect(filesOfScreens(build())).toEqual({ home: ['/home.js'], login: ['/form.js', '/login.js'] });
  });

  it('complains about what is too large, what has no budget and what is not built', () => {
    const rows = Object.keys(ROUTE_BUDGETS_KB).map((name) => ({
      name,
      kB: 1,
      budgetKb: ROUTE_BUDGETS_KB[name],
    }));
    expect(complaints(rows)).toEqual([]);
    expect(complaints([...rows.slice(1), { name: 'home', kB: 93.1, budgetKb: 93 }])).toEqual([
      'home takes 93.1 kB, its budget is 93 kB',
    ]);
    expect(complaints([...rows, { name: 'new', kB: 1, budgetKb: undefined }])).toEqual([
      'new has no budget: give it one in web/budgets.ts',
    ]);
    expect(complaints(rows.slice(1))).toEqual(['home has a budget but is not built']);
  });

  it('gives no route more than the first or any route may take', () => {
    expect(ROUTE_BUDGETS_KB.home).toBeLessThanOrEqual(FIRST_ROUTE_KB);
    for (const budget of Object.values(ROUTE_BUDGETS_KB)) expect(budget).toBeLessThanOrEqual(ANY_ROUTE_KB);
  });
});
