import { existsSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Lets a process that a test's code forks run from the sources, as the test does: modules are named as they are called
 * when compiled, and types are left out.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (isSource(context.parentURL) && /^\.{1,2}\/.*\.js$/.test(specifier)) {
      const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(url)) return { url: url.href, shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!isSource(url)) return next(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'), { mode: 'transform' });
    return { format: 'module', source, shortCircuit: true };
  },
});

function isSource(url) {
  return !!url && url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');
}
