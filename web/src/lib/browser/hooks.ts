import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { type Loss, noteLoss } from './leaving';

/** Whether the media query matches now; re-renders when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/**
 * Asks before the screen is left, only while something would be lost: the browser before the page is closed or loaded
 * anew, the app before a link, Back or Forward leads to another screen.
 */
export function useLeaveWarning(loss: Loss | null): void {
  useEffect(() => {
    if (!loss) return;
    const forget = noteLoss(loss);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      forget();
      window.removeEventListener('beforeunload', ask);
    };
  }, [loss]);
}

/** Calls back when a link leads to the address that is open already, where the router has nothing to change. */
export function useOpenedAgain(onAgain: () => void): void {
  const call = useEffectEvent(onAgain);
  useEffect(() => {
    const { pathname } = window.location;
    const look = () => window.location.pathname === pathname && call();
    // The router's own event.
    window.addEventListener('pushState', look);
    return () => window.removeEventListener('pushState', look);
  }, []);
}

/** A screen reader presses with a click alone. */
const SIGNS_OF_PERSON = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel', 'click'] as const;

/** Whether somebody has touched this page, since the component is there, in any of the ways in which people do. */
export function useSignOfPerson(): boolean {
  const [isSomebodyHere, setSomebodyHere] = useState(false);
  useEffect(() => {
    if (isSomebodyHere) return;
    const note = () => setSomebodyHere(true);
    // Before anything on the page can keep the event to itself.
    const options = { capture: true, passive: true };
    for (const sign of SIGNS_OF_PERSON) window.addEventListener(sign, note, options);
    return () => {
      for (const sign of SIGNS_OF_PERSON) window.removeEventListener(sign, note, options);
    };
  }, [isSomebodyHere]);
  return isSomebodyHere;
}

/** Longest time that a browser's timer takes, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time in ms, read again when the given moment has come. */
export function useNow(wakeAt: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!wakeAt) return;
    const wait = Date.parse(wakeAt) - Date.now();
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(wait + 50, 0), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [wakeAt]);
  return now;
}

/**
 * Does something heavy once the page has shown that it heard the press: slow phones take a tenth of a second to draw a
 * new screen. Nothing happens when the component goes before.
 */
export function useAfterFrame(act: () => void): { isWaiting: boolean; begin: () => void } {
  const [isWaiting, setWaiting] = useState(false);
  const onFrame = useEffectEvent(() => {
    setWaiting(false);
    act();
  });
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The frame's own callbacks run before it is painted, a timer that they set runs after.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(onFrame);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isWaiting]);
  return { isWaiting, begin: () => setWaiting(true) };
}
