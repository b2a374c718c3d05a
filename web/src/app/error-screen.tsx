import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../components/ui/button';
import { buttonClass } from '../components/ui/button-class';
import { t } from '../i18n/en';

interface ErrorScreenProps {
  onReset: () => void;
}

/** The screen for an error that nothing else caught. */
function ErrorScreen({ onReset }: ErrorScreenProps) {
  return (
    <main
      id="main"
      className="mx-auto flex w-full max-w-xl grow flex-col items-start gap-5 px-4 py-10 sm:px-6 sm:py-20"
    >
      <h1 className="text-3xl sm:text-4xl">{t.crash.title}</h1>
      <p className="text-lg text-muted">{t.crash.text}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onReset}>{t.crash.again}</Button>
        <a href="/" className={buttonClass('secondary')}>
          {t.crash.home}
        </a>
      </div>
    </main>
  );
}

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Catches what a screen throws and shows the generic error screen instead. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.hasFailed) return <ErrorScreen onReset={() => this.setState({ hasFailed: false })} />;
    return this.props.children;
  }
}
