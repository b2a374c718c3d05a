import { listOf, releaseName, SHELL, staleCaches } from './pages';

export const SHELL_CACHE = 'ssc-shell';
export const ASSET_CACHE = 'ssc-assets';

const KNOWN = [SHELL_CACHE, ASSET_CACHE];

/** The document that is kept now, with the headers it came with. */
async function keptShell(): Promise<Response | undefined> {
  return (await caches.open(SHELL_CACHE)).match(SHELL, { ignoreVary: true });
}

async function keepAssets(list: string): Promise<void> {
  const cache = await caches.open(releaseName(list));
  // Put there last: where the list is, everything on it is.
  if (await cache.match(list, { ignoreVary: true })) return;
  const answer = await fetch(list);
  if (!answer.ok) throw new Error(`${list}: ${answer.status}`);
  // All or nothing: half an app does not start.
  await cache.addAll((await answer.clone().json()) as string[]);
  await cache.put(list, answer);
}

/** Keeps a document of the app and everything that it needs without network; old releases go. */
async function keep(document: Response): Promise<void> {
  const list = listOf(await document.clone().text());
  if (!list) return;
  await keepAssets(list);
  await (await caches.open(SHELL_CACHE)).put(SHELL, document);
  for (const name of staleCaches(await caches.keys(), KNOWN, list)) await caches.delete(name);
}

/** Fetches the document in the language that the server chooses, and keeps it. */
export async function fetchShell(): Promise<void> {
  const answer = await fetch(SHELL, { cache: 'no-cache' });
  if (answer.ok && !answer.redirected) await keep(answer);
}

/** A page came from the network: is it of another release or language than what is kept? */
export async function follow(path: string, answer: Response): Promise<void> {
  if (!answer.ok || answer.redirected) return;
  if (path === SHELL) {
    await keep(answer);
    return;
  }
  const kept = await keptShell();
  const list = listOf(await answer.text());
  if (list && list !== (kept ? listOf(await kept.text()) : null)) await fetchShell();
}
