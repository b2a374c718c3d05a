import { useCallback, useEffect, useRef, useState } from 'react';

export interface Player {
  isPlaying: boolean;
  /** Seconds. */
  position: number;
  /** Seconds; 0 until known. */
  duration: number;
  toggle: () => void;
  seek: (seconds: number, andPlay?: boolean) => void;
}

interface PlayerOptions {
  src: string | null;
  /** Length to show before (or instead of) what the file says, in seconds. */
  knownDuration?: number | null;
  onPlaying?: () => void;
  onError?: () => void;
}

/** One audio element with what a screen needs to draw. The file is only fetched when it is first played. */
export function usePlayer({ src, knownDuration, onPlaying, onError }: PlayerOptions): Player {
  const audio = useRef<HTMLAudioElement | null>(null);
  const told = useRef({ onPlaying, onError });
  told.current = { onPlaying, onError };
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [fileDuration, setFileDuration] = useState(0);

  useEffect(() => {
    if (!src) return;
    const element = new Audio();
    element.preload = 'none';
    element.src = src;
    audio.current = element;
    let frame = 0;
    const follow = () => {
      setPosition(element.currentTime);
      frame = requestAnimationFrame(follow);
    };
    element.onplay = () => {
      setPlaying(true);
      cancelAnimationFrame(frame);
      follow();
    };
    element.onplaying = () => told.current.onPlaying?.();
    element.onpause = () => {
      setPlaying(false);
      cancelAnimationFrame(frame);
      setPosition(element.currentTime);
    };
    element.onseeked = () => setPosition(element.currentTime);
    element.ondurationchange = () => Number.isFinite(element.duration) && setFileDuration(element.duration);
    element.onerror = () => {
      setPlaying(false);
      cancelAnimationFrame(frame);
      told.current.onError?.();
    };
    return () => {
      cancelAnimationFrame(frame);
      element.onerror = null;
      element.pause();
      element.removeAttribute('src');
      element.load();
      audio.current = null;
      setPlaying(false);
      setPosition(0);
    };
  }, [src]);

  const play = useCallback(() => {
    // A failed start is reported by the error event; a start cut short by a pause is no failure.
    audio.current?.play().catch(() => undefined);
  }, []);

  const toggle = useCallback(() => {
    if (audio.current?.paused === false) audio.current.pause();
    else play();
  }, [play]);

  const seek = useCallback(
    (seconds: number, andPlay = false) => {
      const element = audio.current;
      if (!element) return;
      if (element.readyState === 0 && element.networkState !== element.NETWORK_LOADING) element.load();
      element.currentTime = seconds;
      setPosition(seconds);
      if (andPlay) play();
    },
    [play],
  );

  return { isPlaying, position, duration: knownDuration || fileDuration, toggle, seek };
}
