import { ChevronDown, Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useId, useRef, useState } from 'react';
import { buttonClass } from './button-class';
import { onEscape } from './escape';

interface DropdownItem {
  label: string;
  /** A line below it: what it does, or why not now. */
  hint?: string;
  /** It cannot be chosen now, and its hint says why. */
  isWaiting?: boolean;
  onSelect: () => void;
}

interface DropdownProps {
  /** What the button shows; without it three dots. */
  label?: ReactNode;
  /** What the button is called where it shows only dots. */
  name?: string;
  items: readonly DropdownItem[];
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
            <Item
              key={item.label}
              item={item}
              onChoose={() => {
                chosen.current = item.onSelect;
              }}
            />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ item, onChoose }: { item: DropdownItem; onChoose: () => void }) {
  const { label, hint, isWaiting } = item;
  const id = useId();
  return (
    <DropdownMenu.Item
      aria-labelledby={hint && `${id}-label`}
      aria-describedby={hint && `${id}-hint`}
      // It stays in the reach of keys, so that its hint is read.
      aria-disabled={isWaiting || undefined}
      onSelect={(event) => (isWaiting ? event.preventDefault() : onChoose())}
      className="flex min-h-11 max-w-72 cursor-pointer flex-col justify-center rounded-control px-3 py-1 outline-none aria-disabled:cursor-default data-[highlighted]:bg-raised"
    >
      {hint ? (
        <>
          <span id={`${id}-label`} className={isWaiting ? 'text-muted' : undefined}>
            {label}
          </span>
          <span id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </span>
        </>
      ) : (
        label
      )}
    </DropdownMenu.Item>
  );
}
