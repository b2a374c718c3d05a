import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { oneScript } from './one-script';

/** The one screen that works without network. */
const OFFLINE_SCREEN = /\/record-voice-deal\.screen\.tsx$/;
const SCREEN = /\.screen\.tsx$/;
const STYLE_OR_FONT = /\.(css|woff2)$/;

/** A file of the build, as far as it matters what it leads to. */
export type Built =
  | {
      type: 'chunk';
      imports: readonly string[];
      dynamicImports: readonly string[];
      moduleIds: readonly string[];
      isEntry: boolean;
      viteMetadata?: { importedAssets: ReadonlySet<string> };
    }
  | { type: 'asset' };

/** Everything that the recorder may load, before and after it is drawn; what other screens alone load stays out. */
export function offlineFiles(bundle: Readonly<Record<string, Built>>): string[] {
  const found = new Set(Object.keys(bundle).filter((name) => STYLE_OR_FONT.test(name)));
  const isOther = (name: string) => {
    const file = bundle[name];
    const ids = file?.type === 'chunk' ? file.moduleIds : [];
    return ids.some((id) => SCREEN.test(id)) && !ids.some((id) => OFFLINE_SCREEN.test(id));
  };
  const waiting = Object.entries(bundle).flatMap(([name, file]) =>
    file.type === 'chunk' && (file.isEntry || file.moduleIds.some((id) => OFFLINE_SCREEN.test(id)))
      ? [name]
      : [],
  );
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = bundle[name];
    if (found.has(name) || file?.type !== 'chunk') continue;
    found.add(name);
    for (const asset of file.viteMetadata?.importedAssets ?? []) found.add(asset);
    waiting.push(...file.imports, ...file.dynamicImports.filter((next) => !isOther(next)));
  }
  return [...found].sort().map((name) => `/${name}`);
}

function listFile(bundle: Readonly<Record<string, Built>>): { name: string; content: string } {
  const content = JSON.stringify(offlineFiles(bundle));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return { name: `assets/offline-${hash}.json`, content };
}

/**
 * Lets the app open without network: each document names the list of what it needs, and one worker, the same for all
 * languages and releases, keeps what the list says.
 */
export function offline(): Plugin {
  let root = '';
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const { name } = listFile((bundle ?? {}) as unknown as Readonly<Record<string, Built>>);
        const attrs = { name: 'offline-assets', content: `/${name}` };
        return [{ tag: 'meta', attrs, injectTo: 'head' as const }];
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { name, content } = listFile(bundle as unknown as Readonly<Record<string, Built>>);
        this.emitFile({ type: 'asset', fileName: name, source: content });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await oneScript(root, 'worker/sw.ts') });
      },
    },
  };
}
