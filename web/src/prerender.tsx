import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app/app';
import { loadFirstScreen } from './app/routes';

/** What somebody who has never been here sees first at an address, as HTML. */
export async function draw(path: string): Promise<string> {
  await loadFirstScreen(path);
  return renderToString(
    <StrictMode>
      <Router ssrPath={path}>
        <App />
      </Router>
    </StrictMode>,
  );
}
