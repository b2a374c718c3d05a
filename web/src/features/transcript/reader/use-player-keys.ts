import { type RefObject, useEffect, useRef } from 'react';
import type { Player } from '../use-player';

const LEAP_SECONDS = 10;
const LEAPS: Readonly<Record<string, number>> = { j: -LEAP_SECONDS, l: LEAP_SECONDS };

/** What takes letters, and what the space bar presses. */
const FIELDS = 'input:not([type="range"]), textarea, select, [contenteditable="true"], [role="menu"]';
const PRESSED_BY_SPACE = `${FIELDS}, button, a, summary, [role="menuitem"]`;

/** Space and K play and pause, J and L go back and on; only while nothing else on the same sheet wants the key. */
export function usePlayerKeys(root: RefObject<HTMLElement | null>, player: Player): void {
  const current = useRef(player);
  current.current = player;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || !root.current) return;
      // A sheet over this one has keys of its own.
      if (target.closest('[role="dialog"]') !== root.current.closest('[role="dialog"]')) return;
      const { toggle, seek, clock, duration } = current.current;
      const leap = LEAPS[key.toLowerCase()];
      if (key === ' ' ? target.closest(PRESSED_BY_SPACE) : target.closest(FIELDS)) return;
      if (key === ' ' || key.toLowerCase() === 'k') toggle();
      else if (leap !== undefined) seek(Math.min(Math.max(clock.now() + leap, 0), duration));
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [root]);
}
