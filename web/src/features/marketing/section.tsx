import type { ReactNode } from 'react';
import { cn } from '../../lib/cn';

/** Not laid out before it comes near the screen: that would hold up the first press. Focus rings may stand out. */
const FAR_AWAY =
  '[content-visibility:auto] [contain-intrinsic-size:auto_36rem] [overflow-clip-margin:0.5rem]';

interface SectionProps {
  id: string;
  title: string;
  lead?: string;
  /** On large screens the title stands beside the content instead of above it. */
  isSplit?: boolean;
  children: ReactNode;
}

/** One part of the home page under its own heading. */
export function Section({ id, title, lead, isSplit = false, children }: SectionProps) {
  return (
    <section
      aria-labelledby={id}
      className={cn(
        'flex flex-col gap-6 border-t border-line pt-10 sm:gap-8 sm:pt-14',
        FAR_AWAY,
        isSplit && 'lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-12',
      )}
    >
      <div className="flex flex-col gap-3">
        <h2 id={id} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        {lead && <p className="max-w-prose text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
