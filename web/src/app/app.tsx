import { useLayoutEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { shellTexts as t } from '#texts/shell';
import { Footer } from '../components/layout/footer';
import { NavBar } from '../components/layout/nav-bar';
import { OfflineBar } from '../components/layout/offline-bar';
import { askBeforeHistory, askBeforeNavigation } from '../lib/browser/leaving';
import { ErrorBoundary } from './error-screen';
import { LazyLeaveDialog, LazyPasswordDialog, LazyToaster } from './lazy-overlays';
import { Routes } from './routes';

/** The whole application: bar, screen, footer, messages. */
export function App() {
  const [path] = useLocation();
  // Before the router's own listener, which comes with the effects after these.
  useLayoutEffect(askBeforeHistory, []);
  return (
    <Router aroundNav={askBeforeNavigation}>
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-ink px-4 py-3 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t.app.skip}
      </a>
      <NavBar />
      <OfflineBar />
      <ErrorBoundary path={path}>
        <Routes />
      </ErrorBoundary>
      <Footer />
      <LazyLeaveDialog />
      <LazyPasswordDialog />
      <LazyToaster />
    </Router>
  );
}
