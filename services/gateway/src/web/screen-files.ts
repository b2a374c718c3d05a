import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Screen → the files that it needs besides those that every document names. */
type ScreenFiles = Readonly<Record<string, readonly string[]>>;

/** Addresses whose screen has another name than their first part. */
const SCREEN_OF: Readonly<Record<string, string>> = {
  '': 'home',
  'how-it-works': 'home',
  terms: 'policy',
  privacy: 'policy',
  refunds: 'policy',
  about: 'policy',
};

/** Screens of one agreement: its number is the second part of the address, which `verify` can do without. */
const WITH_NUMBER: ReadonlySet<string> = new Set(['remote-contract', 'confirm', 'verify']);
const NEEDS_NUMBER: ReadonlySet<string> = new Set(['remote-contract', 'confirm']);
/** Files of screens that have no address of their own. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['home', 'policy', 'not-found']);

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

/** Whether the app has a screen for an address; true for a build that did not say which it has. */
export function isPage(path: string, files: ScreenFiles): boolean {
  if (Object.keys(files).length === 0) return true;
  const [name = '', ...rest] = path.replace(/\/$/, '').split('/').slice(1);
  const isNamed = Object.hasOwn(SCREEN_OF, name) || (Object.hasOwn(files, name) && !NO_ADDRESS.has(name));
  const [number, ...more] = rest;
  if (!isNamed || more.length > 0) return false;
  return number === undefined ? !NEEDS_NUMBER.has(name) : WITH_NUMBER.has(name) && number !== '';
}
