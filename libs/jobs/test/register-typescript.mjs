import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/** `node --import` this to run the sources as they are, decorators included: for tests that need a second process. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '#stand-ins') {
      return next(new URL('../../../stand-ins/index.ts', import.meta.url).href, context);
    }
    if (/^#[a-z]+$/.test(specifier)) {
      return next(new URL(`../../${specifier.slice(1)}/src/index.ts`, import.meta.url).href, context);
    }
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(source)) return next(source.href, context);
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      sourceMaps: 'inline',
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        keepClassNames: true,
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6' },
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
