import { Component, type ErrorInfo, type ReactNode } from 'react';
import { shellTexts as t } from '#texts/shell';
import { Page, PageHeading } from '../components/layout/page';
import { Button } from '../components/ui/button';
import { buttonClass } from '../components/ui/button-class';
import { reportError } from '../lib/api/api-client';
import { isHeld } from '../lib/browser/leaving';
import { comeAlive } from '../lib/browser/start-up';
import { isFailedLoad } from './screen';

interface ErrorScreenProps {
  onReset: () => void;
}

/** The screen for an error that nothing else caught. */
function ErrorScreen({ onReset }: ErrorScreenProps) {
  return (
    <Page
      title={t.crash.title}
      focusKey="crash"
      width="text"
      className="flex flex-col items-start gap-5 sm:py-20"
    >
      <PageHeading>{t.crash.title}</PageHeading>
      <p className="text-lg text-muted">{t.crash.text}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onReset}>{t.crash.again}</Button>
        <a href="/" className={buttonClass('secondary')}>
          {t.crash.home}
        </a>
      </div>
    </Page>
  );
}

interface ErrorBoundaryProps {
  /** Where the page is; going somewhere else leaves the error behind. */
  path: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  /** What was thrown, in a box, because anything can be thrown. */
  caught: { error: unknown } | null;
}

const RELOADED_KEY = 'reloaded-for-a-screen';
const RELOAD_AGAIN_MS = 60_000;

/**
 * Whether to load the page anew by itself for a screen whose code did not arrive: in a tab from before a release its
 * file is gone. Not without network, not twice in a minute, and not while something would be lost by it.
 */
function mayReload(): boolean {
  if (!navigator.onLine || isHeld()) return false;
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY));
    if (Date.now() - last < RELOAD_AGAIN_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // Where nothing can be remembered, it could be done again and again.
    return false;
  }
}

/** Catches what a screen throws and shows the generic error screen instead. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.caught && before.path !== this.props.path) this.setState({ caught: null });
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    if (isFailedLoad(error) && mayReload()) {
      window.location.reload();
      return;
    }
    // What came with the document may still wait for the screen that failed.
    comeAlive();
    console.error(error, info.componentStack);
    reportError(error, info.componentStack ?? '');
  }

  private readonly reset = (): void => {
    // What failed to load once stays failed in this document.
    if (isFailedLoad(this.state.caught?.error)) window.location.reload();
    else this.setState({ caught: null });
  };

  override render(): ReactNode {
    return this.state.caught ? <ErrorScreen onReset={this.reset} /> : this.props.children;
  }
}
