import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|html|txt|json|webmanifest)$/;
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1024;

/** Writes `.br` and `.gz` beside each text asset, at the best level, so that the gateway never compresses on the fly. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(options, bundle) {
      const names = Object.keys(bundle).filter(
        (name) => (name.startsWith('assets/') || name === 'sw.js') && TEXT.test(name),
      );
      const compress = async (name: string): Promise<void> => {
        const path = join(options.dir ?? 'dist', name);
        // Documents of several languages share files: the name says the content.
        if (existsSync(`${path}.br`)) return;
        const content = await readFile(path);
        if (content.length < MIN_BYTES) return;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      };
      await Promise.all(names.map(compress));
    },
  };
}
