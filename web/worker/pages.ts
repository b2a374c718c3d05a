/** The page that has to open without network. Its document is the same app as every other's. */
export const SHELL = '/record-voice-deal';

/** Not pages of the app, or pages whose content policy is their own: where people pay, and where they administrate. */
const NEVER_KEPT = /^\/(api|socket\.io|internal|assets|checkout|subscribe|escrow|admin|admin-login)(\/|$)/i;

/** Whether the kept document may stand in for this address when the network is away. */
export function isAppPage(path: string): boolean {
  return !NEVER_KEPT.test(path) && !/\.[a-z0-9]+$/i.test(path);
}

/** The address of the list of what a document needs without network; null when it names none. */
export function listOf(html: string): string | null {
  const meta = /<meta\s[^>]*name="offline-assets"[^>]*>/i.exec(html)?.[0] ?? '';
  return /content="(\/assets\/[\w./-]+\.json)"/.exec(meta)?.[1] ?? null;
}

const RELEASE = 'ssc-release:';
/** Two languages of this release, and two of the one before: a page of that may still be open. */
const KEPT_RELEASES = 4;

/** The cache of everything on a list. */
export function releaseName(list: string): string {
  return RELEASE + list;
}

/**
 * Caches that nobody needs any more.
 * @param names all caches, oldest first
 * @param known caches of this worker beside the releases
 * @param current the list that the kept document names
 */
export function staleCaches(names: readonly string[], known: readonly string[], current: string): string[] {
  const releases = names.filter((name) => name.startsWith(RELEASE) && name !== releaseName(current));
  const old = releases.slice(0, Math.max(0, releases.length - (KEPT_RELEASES - 1)));
  const foreign = names.filter((name) => !name.startsWith(RELEASE) && !known.includes(name));
  return [...foreign, ...old];
}
