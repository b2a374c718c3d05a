import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Address → the document that brings along what somebody who comes for the first time sees there. */
export type FirstLooks = Readonly<Record<string, string>>;

/** What the build of the web app wrote beside a document; nothing for a build without it. */
export async function readFirstLooks(folder: string): Promise<FirstLooks> {
  const text = await readFile(join(folder, 'first-looks.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text) as FirstLooks;
}

/** The document with its screen for exactly this address, query and all; undefined where the app draws for itself. */
export function firstLookAt(address: string, looks: FirstLooks): string | undefined {
  return Object.hasOwn(looks, address) ? looks[address] : undefined;
}
