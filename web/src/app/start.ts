/**
 * Runs in the head of a document that brings its screen along, before anything is painted: is that the screen to show,
 * and when does the app come?
 */
const page = document.documentElement;

/** Nothing of ours is kept in this browser: no session, no theme, no contract under way. */
function isFirstVisit(): boolean {
  try {
    return localStorage.length === 0;
  } catch {
    return true;
  }
}

/** Without the app, links lead somewhere all the same. */
function letGo(): void {
  const root = document.querySelector('#root');
  root?.removeAttribute('inert');
  root?.removeAttribute('aria-disabled');
}

/** Asks for the app, once. */
function fetchApp(): void {
  const later = document.querySelector<HTMLTemplateElement>('#later');
  later?.content.querySelector('script')?.addEventListener('error', letGo);
  later?.replaceWith(later.content);
}

const { pathname, search } = window.location;
const isForThis = pathname + search === document.currentScript?.dataset.path && isFirstVisit();
if (!isForThis) page.dataset.start = 'anew';

document.addEventListener('DOMContentLoaded', () => {
  // A page in the background is not painted.
  if (!isForThis || document.hidden) fetchApp();
  // After the first painting, not before: the app would compete with it for the line.
  else requestAnimationFrame(() => setTimeout(fetchApp));
});
document.addEventListener('visibilitychange', fetchApp);
