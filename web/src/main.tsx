import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startBackground } from './app/background';
import { loadFirstScreen } from './app/routes';
import { applyStoredTheme } from './lib/theme';
import './styles/index.css';

const PLACEHOLDER = '__CSP_NONCE__';

// Libraries that add a style element while a dialog is open mark it with the nonce of this page.
const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
if (nonce && nonce !== PLACEHOLDER) setNonce(nonce);

applyStoredTheme();

function draw(): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// A screen that does not arrive is asked for again, and explained, by the app itself.
loadFirstScreen(window.location.pathname).then(draw, draw);

startBackground();
