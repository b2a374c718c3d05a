import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../lib/browser/storage';

/** Where a player is, for the few small things that are drawn anew with every frame. */
export interface PlayerClock {
  /** Seconds from the start. */
  now: () => number;
  subscribe: (notify: () => void) => () => void;
}

interface SetClock extends PlayerClock {
  set: (seconds: number) => void;
}

export function createClock(): SetClock {
  let at = 0;
  const listeners = new Set<() => void>();
  return {
    now: () => at,
    set: (seconds) => {
      if (seconds === at) return;
      at = seconds;
      for (const notify of listeners) notify();
    },
    subscribe: (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
  };
}

/** What `pick` makes of the position; the caller is drawn again only when that changes. It must be a plain value. */
export function useAt<T extends number | string | boolean>(
  clock: PlayerClock,
  pick: (seconds: number) => T,
): T {
  return useSyncExternalStore(
    clock.subscribe,
    useCallback(() => pick(clock.now()), [clock, pick]),
  );
}

/** How much of a recording is played before it is unlocked, in seconds: as long is the server's copy (libs/media/src/derive-audio.ts). */
export const PREVIEW_SECONDS = 5;

export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;
export type Speed = (typeof SPEEDS)[number];

const KEY = 'playbackSpeed';

/** The speed that was kept; the normal one when nothing, or nothing that is offered, was. */
export function speedFrom(stored: string | null): Speed {
  return SPEEDS.find((speed) => String(speed) === stored) ?? 1;
}

/** How fast this person listens, remembered on this device. */
export function usePlaybackSpeed(): [Speed, (speed: Speed) => void] {
  const [speed, setSpeed] = useState(() => speedFrom(readStored(KEY)));
  const keep = (chosen: Speed) => {
    setSpeed(chosen);
    writeStored(KEY, String(chosen));
  };
  return [speed, keep];
}

export interface Player {
  isPlaying: boolean;
  /** The position, apart from the rest: it changes with every frame. */
  clock: PlayerClock;
  /** Seconds; 0 until known. */
  duration: number;
  toggle: () => void;
  seek: (seconds: number, andPlay?: boolean) => void;
}

interface PlayerOptions {
  src: string | null;
  /** Length to show before (or instead of) what the file says, in seconds. */
  knownDuration?: number | null;
  /** Asks the file for its length at once, where nothing else knows it. */
  readsLength?: boolean;
  /** 1 is as it was spoken. */
  speed?: number;
  /** Where playing is cut off and goes back to the start, in seconds. */
  cutAt?: number;
  /** Once for each time that it was paused and begins to be heard. */
  onPlaying?: () => void;
  onError?: () => void;
}

/** How far playing must have come since it was picked up for another failure to be a new one, in seconds. */
const MENDED_SECONDS = 1;

/** The one sound that is heard: two at a time would be understood by nobody. */
let heard: HTMLAudioElement | null = null;

function beHeardAlone(element: HTMLAudioElement): void {
  if (heard !== element) heard?.pause();
  heard = element;
}

/** One audio element with what a screen needs to draw. The sound is only fetched when it is first played. */
export function usePlayer(options: PlayerOptions): Player {
  const { src, knownDuration, readsLength, speed = 1, cutAt, onPlaying, onError } = options;
  const audio = useRef<HTMLAudioElement | null>(null);
  /** Whether playing was asked for: reading the length alone fails in silence. */
  const isAsked = useRef(false);
  /** Whether it was paused when playing was asked for: what plays on after a seek or a wait is not told anew. */
  const isStarted = useRef(false);
  /** Fetches the sound anew and goes on where it was. */
  const again = useRef<() => void>(() => undefined);
  const told = useRef({ onPlaying, onError });
  told.current = { onPlaying, onError };
  const [clock] = useState(createClock);
  const [isPlaying, setPlaying] = useState(false);
  const [fileDuration, setFileDuration] = useState(0);

  useEffect(() => {
    if (!src) return;
    const element = new Audio();
    element.preload = readsLength ? 'metadata' : 'none';
    element.src = src;
    audio.current = element;
    let frame = 0;
    let mendedAt = Number.NEGATIVE_INFINITY;
    again.current = () => {
      const at = clock.now();
      element.load();
      element.currentTime = at;
      // A failed start is reported by the error event; a start cut short by a pause is no failure.
      element.play().catch(() => undefined);
    };
    const cut = () => {
      if (cutAt === undefined || element.currentTime < cutAt) return;
      element.pause();
      element.currentTime = 0;
    };
    const follow = () => {
      clock.set(element.currentTime);
      frame = requestAnimationFrame(follow);
      cut();
    };
    // Also behind another tab, where no frames are drawn.
    element.ontimeupdate = cut;
    element.onplay = () => {
      beHeardAlone(element);
      setPlaying(true);
      cancelAnimationFrame(frame);
      follow();
    };
    element.onplaying = () => {
      if (!isStarted.current) return;
      isStarted.current = false;
      told.current.onPlaying?.();
    };
    element.onpause = () => {
      setPlaying(false);
      cancelAnimationFrame(frame);
      clock.set(element.currentTime);
    };
    element.onseeked = () => clock.set(element.currentTime);
    element.ondurationchange = () => Number.isFinite(element.duration) && setFileDuration(element.duration);
    element.onerror = () => {
      setPlaying(false);
      cancelAnimationFrame(frame);
      // What is paused stays silent: the next press fetches it anew.
      if (!isAsked.current || element.paused) return;
      // A connection that breaks off is no reason to bother anybody, unless it breaks off at the same place again.
      if (clock.now() < mendedAt + MENDED_SECONDS) {
        told.current.onError?.();
        return;
      }
      mendedAt = clock.now();
      again.current();
    };
    return () => {
      cancelAnimationFrame(frame);
      element.onerror = null;
      element.pause();
      element.removeAttribute('src');
      element.load();
      audio.current = null;
      if (heard === element) heard = null;
      setPlaying(false);
      clock.set(0);
    };
  }, [src, readsLength, cutAt, clock]);

  // Loading goes back to the default, so both are set; a new address is a new element.
  useEffect(() => {
    if (!src || !audio.current) return;
    audio.current.defaultPlaybackRate = speed;
    audio.current.playbackRate = speed;
  }, [src, speed]);

  const play = useCallback(() => {
    const element = audio.current;
    if (!element) return;
    isAsked.current = true;
    isStarted.current ||= element.paused;
    if (element.error) again.current();
    else element.play().catch(() => undefined);
  }, []);

  const toggle = useCallback(() => {
    const element = audio.current;
    // What failed may still count as playing.
    if (element?.paused === false && !element.error) element.pause();
    else play();
  }, [play]);

  const seek = useCallback(
    (seconds: number, andPlay = false) => {
      const element = audio.current;
      if (!element) return;
      if (element.readyState === 0 && element.networkState !== element.NETWORK_LOADING) element.load();
      element.currentTime = seconds;
      clock.set(seconds);
      if (andPlay) play();
    },
    [play, clock],
  );

  const duration = knownDuration || fileDuration;
  return useMemo(
    () => ({ isPlaying, clock, duration, toggle, seek }),
    [isPlaying, clock, duration, toggle, seek],
  );
}
