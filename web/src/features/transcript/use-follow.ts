import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

type FollowState = 'following' | 'resting';

/**
 * What moves the reader: the person scrolled by hand (and then sees, or no longer sees, the line being spoken; null
 * when none is), pressed a line or a term, or asked to follow again.
 */
type FollowEvent =
  | { kind: 'scrolled'; seesCurrent: boolean | null }
  | { kind: 'sought' }
  | { kind: 'resumed' };

/** Whether the screen goes along with what is heard: it stops as soon as somebody scrolls away from it. */
export function nextFollow(state: FollowState, event: FollowEvent): FollowState {
  if (event.kind !== 'scrolled') return 'following';
  if (event.seesCurrent === null) return state;
  return event.seesCurrent ? 'following' : 'resting';
}

interface Edges {
  top: number;
  bottom: number;
}

/** Whether a line is wholly to be seen in what is visible. */
export function isSeen(line: Edges, view: Edges): boolean {
  return line.bottom > view.top && line.top >= view.top && line.bottom <= view.bottom;
}

/** Whether any of the conversation is to be seen: only then is it worth moving. */
export function isOnScreen(list: Edges, view: Edges): boolean {
  return list.bottom > view.top && list.top < view.bottom;
}

/** How long after the last turn of the wheel a scroll still counts as made by hand; a flick glides on. */
const BY_HAND_MS = 1000;
/** When scrolling has come to rest. */
const REST_MS = 150;

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);

export interface Follow {
  isFollowing: boolean;
  /** Moves the line being heard into view, if the person is looking at the conversation. */
  bring: () => void;
  /** The person pressed something that plays: the screen goes along again. */
  seek: () => void;
  /** Goes along again, and there at once. */
  resume: () => void;
  /** Moves something else into view on the person's behalf. */
  show: (element: Element) => void;
}

const calm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function centre(element: Element): void {
  element.scrollIntoView({ block: 'center', behavior: calm() ? 'auto' : 'smooth' });
}

/** Keeps the line being heard in view until somebody scrolls away from it. */
export function useFollow(root: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): Follow {
  const [state, setState] = useState<FollowState>('following');
  /** The same, for what happens before the screen is drawn again. */
  const now = useRef(state);
  const tell = useCallback((event: FollowEvent) => {
    now.current = nextFollow(now.current, event);
    setState(now.current);
  }, []);
  const byHandAt = useRef(Number.NEGATIVE_INFINITY);
  /** Runs while a scroll by hand has not come to rest; until then nothing else may move the screen. */
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  /** What is not covered by the bar, the sheet's edges or the window's. */
  const view = useCallback(() => {
    const sheet = root.current?.closest('[role="dialog"]')?.getBoundingClientRect();
    const top = Math.max(bar.current?.getBoundingClientRect().bottom ?? 0, sheet?.top ?? 0, 0);
    return { top, bottom: Math.min(window.innerHeight, sheet?.bottom ?? window.innerHeight) };
  }, [root, bar]);
  const heard = useCallback(() => root.current?.querySelector('[aria-current="true"]') ?? null, [root]);

  useEffect(() => {
    const check = () => {
      timer.current = undefined;
      const line = heard();
      const list = line?.closest('ol');
      const sees =
        line && list && isOnScreen(list.getBoundingClientRect(), view())
          ? isSeen(line.getBoundingClientRect(), view())
          : null;
      tell({ kind: 'scrolled', seesCurrent: sees });
    };
    const rest = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(check, REST_MS);
    };
    const onHand = (event: Event) => {
      if (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) return;
      byHandAt.current = performance.now();
      // From the very first turn of the wheel, before anything has moved.
      if (event.type === 'wheel' || event.type === 'touchmove') rest();
    };
    const onScroll = () => {
      if (performance.now() - byHandAt.current > BY_HAND_MS) return;
      byHandAt.current = performance.now();
      rest();
    };
    const hands = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
    const options = { capture: true, passive: true };
    for (const hand of hands) document.addEventListener(hand, onHand, options);
    document.addEventListener('scroll', onScroll, options);
    return () => {
      clearTimeout(timer.current);
      for (const hand of hands) document.removeEventListener(hand, onHand, options);
      document.removeEventListener('scroll', onScroll, options);
    };
  }, [heard, view, tell]);

  const go = useCallback((element: Element) => {
    byHandAt.current = Number.NEGATIVE_INFINITY;
    // A scroll by hand that had not come to rest is over, too: on the way nothing may be taken for scrolled away.
    clearTimeout(timer.current);
    timer.current = undefined;
    centre(element);
  }, []);

  const bring = useCallback(() => {
    const line = heard();
    const list = line?.closest('ol');
    if (now.current === 'resting' || timer.current !== undefined || !line || !list) return;
    if (isOnScreen(list.getBoundingClientRect(), view()) && !isSeen(line.getBoundingClientRect(), view())) {
      go(line);
    }
  }, [heard, view, go]);

  return {
    isFollowing: state === 'following',
    bring,
    seek: useCallback(() => tell({ kind: 'sought' }), [tell]),
    resume: useCallback(() => {
      tell({ kind: 'resumed' });
      const line = heard();
      if (line) go(line);
    }, [heard, go, tell]),
    show: useCallback((element: Element) => {
      byHandAt.current = performance.now();
      centre(element);
    }, []),
  };
}
