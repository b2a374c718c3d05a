import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { parseCookie } from 'cookie';
import Negotiator from 'negotiator';

/** Set by the web app when a person chooses a language. */
const LANGUAGE_COOKIE = 'lang';

/** Of the document at the root. */
export const ROOT_LANGUAGE = 'en';

/** The web app's documents by language, the root's own first. A folder with a document is named by its language. */
export type Documents = ReadonlyMap<string, string>;

/**
 * Reads every document below the built web app.
 * @throws Error when the root has none
 */
export async function readDocuments(root: string): Promise<Documents> {
  const documents = new Map([[ROOT_LANGUAGE, await readFile(join(root, 'index.html'), 'utf8')]]);
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(entry.name)) continue;
    documents.set(entry.name, await readFile(join(root, entry.name, 'index.html'), 'utf8'));
  }
  return documents;
}

/**
 * The language to answer in: the chosen one, else the one that the browser likes best among those known.
 * @param known as in `lang="…"`, the usual one first
 */
export function chooseLanguage(headers: IncomingHttpHeaders, known: readonly string[]): string {
  const chosen = parseCookie(headers.cookie ?? '')[LANGUAGE_COOKIE];
  if (chosen !== undefined && known.includes(chosen)) return chosen;
  return new Negotiator({ headers }).language([...known]) ?? known[0] ?? ROOT_LANGUAGE;
}

/** Address → the document that holds what somebody who comes for the first time sees there. */
type PrerenderedDocuments = Readonly<Record<string, string>>;

/** What the build of the web app wrote beside a document; nothing for a build without it. */
export async function readPrerendered(folder: string): Promise<PrerenderedDocuments> {
  const text = await readFile(join(folder, 'first-looks.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text) as PrerenderedDocuments;
}

/** The document with its screen for exactly this address, query and all; undefined where the app draws for itself. */
export function prerenderedAt(address: string, documents: PrerenderedDocuments): string | undefined {
  return Object.hasOwn(documents, address) ? documents[address] : undefined;
}
