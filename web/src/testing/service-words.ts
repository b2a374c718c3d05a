import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** A file of the services or of what they share: only its text is read, since the web imports no service. */
export const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** What the services call something. */
export function namesIn(files: string, pattern: RegExp): string[] {
  return globSync(files, { cwd: root })
    .filter((file) => !file.includes('.spec.'))
    .flatMap((file) => [...sourceOf(file).matchAll(pattern)].map(([, name = '']) => name));
}

/** The texts of a list or of a union of types. */
export function valuesOf(file: string, name: string): string[] {
  const [, values = ''] = new RegExp(`\\b${name}\\b(?: =|:)([^;]*);`).exec(sourceOf(file)) ?? [];
  const found = [...values.matchAll(/'([^']+)'/g)].map(([, value = '']) => value);
  if (found.length === 0) throw new Error(`${file} has no ${name}`);
  return found;
}
