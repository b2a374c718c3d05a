import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactElement } from 'react';

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

interface TooltipProps {
  text: string;
  children: ReactElement;
}

/** A short note on hover and focus; never the only place where something is said. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            className="z-50 max-w-72 rounded-control bg-ink px-3 py-2 text-sm text-paper"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
