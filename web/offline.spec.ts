import { type Built, offlineFiles } from './offline';

const chunk = (module: string, changes: Partial<Extract<Built, { type: 'chunk' }>> = {}): Built => ({
  type: 'chunk',
  imports: [],
  dynamicImports: [],
  moduleIds: [`/web/src/${module}`],
  isEntry: false,
  ...changes,
});

describe('what the recorder needs without network', () => {
  it('is everything it may load, and nothing that other screens alone load', () => {
    const files = offlineFiles({
      'assets/main.js': chunk('main.tsx', {
        isEntry: true,
        imports: ['assets/react.js'],
        dynamicImports: ['assets/record.js', 'assets/admin.js', 'assets/toaster.js'],
      }),
      'assets/react.js': chunk('react.js'),
      'assets/toaster.js': chunk('components/ui/toaster.tsx'),
      'assets/record.js': chunk('features/new-agreement/record-voice-deal.screen.tsx', {
        imports: ['assets/shared.js'],
        dynamicImports: ['assets/photo.js'],
      }),
      'assets/shared.js': chunk('lib/shared.ts', {
        viteMetadata: { importedAssets: new Set(['assets/level.wasm']) },
      }),
      'assets/photo.js': chunk('features/photo.ts', { imports: ['assets/shared.js'] }),
      'assets/admin.js': chunk('features/admin/admin.screen.tsx', { imports: ['assets/table.js'] }),
      'assets/table.js': chunk('components/ui/table.tsx'),
      'assets/index.css': { type: 'asset' },
      'assets/inter.woff2': { type: 'asset' },
      'index.html': { type: 'asset' },
    });
    expect(files).toEqual(
      ['index.css', 'inter.woff2', 'level.wasm', 'main.js', 'photo.js', 'react.js', 'record.js', 'shared.js']
        .concat('toaster.js')
        .map((name) => `/assets/${name}`),
    );
  });
});
