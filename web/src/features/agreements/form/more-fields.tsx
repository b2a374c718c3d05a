import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '#texts/common';

interface MoreFieldsProps {
  /** Opens it, because something in it is filled. */
  isOpen: boolean;
  children: ReactNode;
}

/** What nobody needs to start, folded away; what is inside keeps its values. */
export function MoreFields({ isOpen, children }: MoreFieldsProps) {
  const [isOpened, setOpened] = useState(isOpen);
  // What becomes empty again stays in sight: it may have something to say.
  if (isOpen && !isOpened) setOpened(true);
  return (
    <details open={isOpened} className="group border-t border-line pt-2 sm:pt-3">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
        <ChevronDown
          className="size-4 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180 motion-reduce:transition-none"
          aria-hidden="true"
        />
        <span className="font-medium">{t.details.more}</span>
        <span className="text-sm text-muted">({t.common.optional})</span>
      </summary>
      <div className="flex flex-col gap-6 pt-3 pb-2">{children}</div>
    </details>
  );
}
