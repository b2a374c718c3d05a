import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WITHOUT_TYPES = fileURLToPath(new URL('../../../.local/without-types/', import.meta.url));

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
    return {
      format: 'module',
      source: withoutTypes(readFileSync(fileURLToPath(url), 'utf8')),
      shortCircuit: true,
    };
  },
});

function isSource(url) {
  return !!url && url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');
}

/** Kept for the next process: to load what takes types out costs three times what such a process costs otherwise. */
function withoutTypes(source) {
  const name = createHash('sha256').update(process.version).update(source).digest('hex');
  const file = join(WITHOUT_TYPES, `${name}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const code = stripTypeScriptTypes(source, { mode: 'transform' });
  mkdirSync(WITHOUT_TYPES, { recursive: true });
  // Several processes may do this at once: none reads half a file.
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return code;
}
