import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { buttonClass } from './button-class';

interface DropdownProps {
  label: ReactNode;
  items: { label: string; onSelect: () => void }[];
}

/** A button that opens a short menu of actions. */
export function Dropdown({ label, items }: DropdownProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={buttonClass('quiet', 'md', 'max-w-56')}>
        <span className="truncate">{label}</span>
        <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        className="stage-in z-50 min-w-48 rounded-card border border-line bg-surface p-1 shadow-lg"
      >
        {items.map((item) => (
          <DropdownMenu.Item
            key={item.label}
            onSelect={item.onSelect}
            className="flex min-h-11 cursor-pointer items-center rounded-control px-3 outline-none data-[highlighted]:bg-raised"
          >
            {item.label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
