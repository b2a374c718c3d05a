import { type ReactNode, useEffect, useRef } from 'react';
import { shellTexts as t } from '#texts/shell';
import { cn } from '../../lib/cn';
import { Spinner } from '../ui/spinner';

let pagesShown = 0;

const WIDTHS = {
  wide: 'max-w-6xl',
  flow: 'max-w-3xl',
  text: 'max-w-xl',
  form: 'max-w-md',
};

interface PageProps {
  /** Document title; empty for the home page. */
  title: string;
  /** When this changes, the screen counts as a new one: focus goes to its h1. */
  focusKey?: string;
  width?: keyof typeof WIDTHS;
  className?: string;
  children: ReactNode;
}

/** Sets the document title and, on every change of screen, moves focus to the h1. */
function usePageTitle(title: string, focusKey: string): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    document.title = t.app.title(title);
  }, [title]);
  useEffect(() => {
    if (shown.current === focusKey) return;
    shown.current = focusKey;
    pagesShown += 1;
    // The first screen of a page load keeps the browser's own start.
    if (pagesShown === 1) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [focusKey]);
}

/** The main landmark of a screen. */
export function Page({ title, focusKey = '', width = 'wide', className, children }: PageProps) {
  usePageTitle(title, focusKey);
  return (
    <main
      id="main"
      tabIndex={-1}
      className={cn('mx-auto w-full grow px-4 py-6 outline-none sm:px-6 sm:py-10', WIDTHS[width], className)}
    >
      {children}
    </main>
  );
}

interface PageHeadingProps {
  children: ReactNode;
  className?: string;
}

/** The one h1 of a screen; takes focus when the screen opens. */
export function PageHeading({ children, className }: PageHeadingProps) {
  return (
    <h1 tabIndex={-1} className={cn('text-3xl sm:text-4xl', className)}>
      {children}
    </h1>
  );
}

/** What is seen while it is not known yet what the page shows. */
export function LoadingPage({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title} width="text" className="flex flex-col items-center gap-4 py-20!">
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      <Spinner className="size-8 text-accent" />
      <p role="status" className="text-lg text-muted">
        {text}
      </p>
    </Page>
  );
}
