import type { KeyboardEvent } from 'react';

/**
 * Closes on Escape where nobody else has. Radix hands the key to the topmost layer alone; while a message is shown that
 * is the message, which goes without keeping the key from others.
 */
export function onEscape(close: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // What this was opened from stays.
    event.preventDefault();
    close();
  };
}
