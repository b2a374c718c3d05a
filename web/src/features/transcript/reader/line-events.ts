import { type RefObject, useEffect, useRef } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Whether the person is marking words to copy: that is not pressing them. */
function isMarking(list: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && list.contains(selection.anchorNode);
}

/**
 * Pressing anything in the list with `data-at` seeks to that second. Every line has a real button; the words are
 * a shortcut for the pointer, so they have no roles of their own. The buttons are one stop of the tab key.
 */
export function useLineEvents(list: RefObject<HTMLElement | null>, onSeek: (seconds: number) => void): void {
  const seek = useRef(onSeek);
  seek.current = onSeek;
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      const at = target.closest<HTMLElement>('[data-at]')?.dataset.at;
      if (at === undefined || (!target.closest('button') && isMarking(element))) return;
      seek.current(Number(at));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const by = STEPS[event.key];
      const buttons = [...element.querySelectorAll<HTMLElement>('button[data-at]')];
      const here = buttons.indexOf(event.target as HTMLElement);
      if (by === undefined || here < 0) return;
      event.preventDefault();
      buttons[Math.min(Math.max(here + by, 0), buttons.length - 1)]?.focus();
    };
    element.addEventListener('click', onClick);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      element.removeEventListener('click', onClick);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [list]);
}
