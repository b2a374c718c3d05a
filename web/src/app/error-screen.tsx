import { Component, type ErrorInfo, type ReactNode } from 'react';
import { shellTexts as t } from '#texts/shell';
import { Page, PageHeading } from '../components/layout/page';
import { Button } from '../components/ui/button';
import { buttonClass } from '../components/ui/button-class';
import { reportError } from '../lib/api/report-error';
import { comeAlive } from '../lib/browser/alive';
import { isFailedLoad } from './failed-load';

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
