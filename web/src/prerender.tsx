import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { App } from './app/app';
import { loadFirstScreen } from './app/routes';

/**
 * What somebody who has never been here sees first at an address, as HTML.
 * @throws what a part of the screen threw: React would put its loading state into the document and say nothing.
 */
export async function draw(path: string): Promise<string> {
  await loadFirstScreen(path);
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <Router ssrPath={path}>
        <App />
      </Router>
    </StrictMode>,
    { onError: (error) => void errors.push(error) },
  );
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  return html;
}
