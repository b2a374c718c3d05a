import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Screen → the files that it needs besides those that every document names. */
export type ScreenFiles = Readonly<Record<string, readonly string[]>>;

/** Addresses whose screen has another name than their first part. */
const SCREEN_OF: Readonly<Record<string, string>> = { '': 'home', 'how-it-works': 'home' };

/** What the build of the web app wrote beside a document; nothing for a build without it. */
export async function readScreenFiles(folder: string): Promise<ScreenFiles> {
  const text = await readFile(join(folder, 'screens.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text) as ScreenFiles;
}

/** The `link` header of a page: what its screen will ask for next, so that it comes together with the page. */
export function preloadLinks(path: string, files: ScreenFiles): string | undefined {
  const name = path.split('/', 2)[1] ?? '';
  const screen = SCREEN_OF[name] ?? name;
  const own = Object.hasOwn(files, screen) ? files[screen] : undefined;
  return own?.map((file) => `<${file}>; rel=modulepreload`).join(', ') || undefined;
}
