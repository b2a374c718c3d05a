import { setNonce } from 'get-nonce';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app';
import { startBackground } from './app/background';
import { loadFirstScreen } from './app/routes';
import { comeAlive } from './lib/browser/start-up';
import { applyStoredTheme } from './lib/browser/theme';
import './styles/index.css';

const PLACEHOLDER = '__CSP_NONCE__';

// Libraries that add a style element while a dialog is open mark it with the nonce of this page.
const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
if (nonce && nonce !== PLACEHOLDER) setNonce(nonce);

applyStoredTheme();

/** Takes over what the document brought along. */
function takeOver(root: HTMLElement, app: ReactNode): void {
  // What the browser has put back into fields after a reload is unknown to the app: it would show and not count.
  for (const form of root.querySelectorAll('form')) form.reset();
  startTransition(() => {
    hydrateRoot(root, app);
  });
}

function draw(): void {
  const root = document.getElementById('root');
  if (!root) return;
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  const { dataset } = document.documentElement;
  if (root.hasChildNodes() && dataset.start !== 'anew') {
    takeOver(root, app);
    return;
  }
  root.replaceChildren();
  delete dataset.start;
  comeAlive();
  createRoot(root).render(app);
}

// A screen that does not arrive is asked for again, and explained, by the app itself.
loadFirstScreen(window.location.pathname).then(draw, draw);

startBackground();
