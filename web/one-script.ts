import { resolve } from 'node:path';
import { build, type InlineConfig } from 'vite';

/** Builds what the configuration says, writes nothing, and answers the text of the one script that comes out. */
export async function buildInMemory(
  root: string,
  { build: options, ...config }: InlineConfig,
): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ...config,
    build: { write: false, ...options },
  });
  for (const { output } of [built].flat() as { output: { type: string; code?: string }[] }[]) {
    const code = output.find((file) => file.type === 'chunk')?.code;
    if (code !== undefined) return code;
  }
  throw new Error(`Nothing was built in ${root}.`);
}

/** A file and all it imports in one plain script, for places that know no modules. */
export function oneScript(root: string, entry: string): Promise<string> {
  return buildInMemory(root, {
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2022',
      lib: { entry: resolve(root, entry), formats: ['iife'], name: 'script', fileName: () => 'script.js' },
    },
  });
}
