import { ChevronDown, Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { buttonClass } from './button-class';
import { onEscape } from './escape';

interface DropdownProps {
  /** What the button shows; without it three dots. */
  label?: ReactNode;
  /** What the button is called where it shows only dots. */
  name?: string;
  items: { label: string; onSelect: () => void }[];
}

const LANDMARKS = '[role="dialog"], main, header';

/** A button that opens a short menu of actions. */
export function Dropdown({ label, name, items }: DropdownProps) {
  // An action waits until the menu has given the focus back, so that a dialog can return it to the button.
  const chosen = useRef<(() => void) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const act = () => {
    const action = chosen.current;
    chosen.current = null;
    if (action) setTimeout(action, 0);
  };
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger
        ref={(button) => {
          if (button) setLandmark(button.closest<HTMLElement>(LANDMARKS));
        }}
        aria-label={name}
        className={label ? buttonClass('quiet', 'md', 'max-w-56') : buttonClass('quiet', 'icon')}
      >
        {label ? (
          <>
            <span className="truncate">{label}</span>
            <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
          </>
        ) : (
          <Ellipsis className="size-5" aria-hidden="true" />
        )}
      </DropdownMenu.Trigger>
      {/* Outside of rows that would cut it off, and within what assistive technology knows as a part of the page. */}
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          onKeyDown={onEscape(() => setOpen(false))}
          onCloseAutoFocus={act}
          className="stage-in z-50 min-w-48 rounded-card border border-line bg-surface p-1 shadow-lg"
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              onSelect={() => {
                chosen.current = item.onSelect;
              }}
              className="flex min-h-11 cursor-pointer items-center rounded-control px-3 outline-none data-[highlighted]:bg-raised"
            >
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
