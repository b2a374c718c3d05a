import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { adminTexts } from '#texts/admin';
import { Badge } from '../../components/ui/badge';
import { cn } from '../../lib/cn';
import { SECTIONS, type Section, sectionPath } from './sections';
import { shownCount, useWaiting, type Waiting, waitingIn } from './waiting';

/** How much waits in a section; nothing while that is none. */
function TabCount({ waiting }: { waiting: Waiting | undefined }) {
  if (!waiting || (waiting.count === 0 && !waiting.hasMore)) return null;
  return (
    <>
      {' '}
      <Badge tone="warn" className="tabular-nums">
        {shownCount(waiting)} <span className="sr-only">{adminTexts.needs.waiting}</span>
      </Badge>
    </>
  );
}

interface SectionTabsProps {
  section: Section;
  children: ReactNode;
}

/**
 * The sections as tabs that are links too: arrow keys move, Enter opens, each has an address of its own and
 * can be opened in a new browser tab.
 */
export function SectionTabs({ section, children }: SectionTabsProps) {
  const [, navigate] = useLocation();
  const waiting = useWaiting();
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On small screens the strip scrolls; the open tab must be in sight.
    const tab = strip.current?.querySelector<HTMLElement>(`[data-section="${section}"]`);
    if (tab && strip.current)
      strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2;
  }, [section]);

  return (
    <Tabs.Root
      value={section}
      onValueChange={(value) => navigate(sectionPath(value as Section))}
      activationMode="manual"
      className="flex flex-col gap-4"
    >
      <Tabs.List
        ref={strip}
        aria-label={adminTexts.sections.label}
        className="relative -mx-4 flex overflow-x-auto border-b border-line px-4 [scrollbar-width:thin] sm:mx-0 sm:px-0"
      >
        {SECTIONS.map((name) => (
          <Tabs.Trigger key={name} value={name} asChild>
            <a
              href={sectionPath(name)}
              data-section={name}
              onClick={(event) => {
                if (!(event.metaKey || event.ctrlKey || event.shiftKey)) event.preventDefault();
              }}
              className={cn(
                'flex min-h-11 shrink-0 items-center gap-1.5 border-b-2 px-3 font-medium whitespace-nowrap transition-colors duration-150 focus-visible:-outline-offset-2',
                name === section
                  ? 'border-accent text-accent'
                  : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {adminTexts.sections[name]}
              <TabCount waiting={waitingIn(name, waiting)} />
            </a>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={section} tabIndex={-1} className="outline-none">
        {children}
      </Tabs.Content>
    </Tabs.Root>
  );
}
