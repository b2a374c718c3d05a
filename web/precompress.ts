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
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/') && TEXT.test(name));
      for (const name of names) {
        const path = join(options.dir ?? 'dist', name);
        const content = await readFile(path);
        if (content.length < MIN_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
}
