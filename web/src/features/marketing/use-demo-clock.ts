import { useCallback, useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../../lib/browser/use-media-query';

const STEP_MS = 100;

interface DemoClock {
  seconds: number;
  isRunning: boolean;
  toggle: () => void;
  seek: (seconds: number) => void;
}

/** Runs once through a silent example when it is first seen; holds still for people who ask for less motion. */
export function useDemoClock(lengthSeconds: number, isSeen: boolean): DemoClock {
  const [seconds, setSeconds] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const hasStarted = useRef(false);

  useEffect(() => {
    if (!isSeen || hasStarted.current) return;
    hasStarted.current = true;
    if (!isCalm) setRunning(true);
  }, [isSeen, isCalm]);

  // Whoever asks for less motion while it runs is heard, too; pressing play is still their own choice.
  useEffect(() => {
    if (isCalm) setRunning(false);
  }, [isCalm]);

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      setSeconds((now) => Math.min(lengthSeconds, now + STEP_MS / 1000));
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isRunning, lengthSeconds]);

  const isOver = seconds >= lengthSeconds;
  useEffect(() => {
    if (isOver) setRunning(false);
  }, [isOver]);

  const toggle = useCallback(() => {
    if (isOver) setSeconds(0);
    setRunning((running) => !running);
  }, [isOver]);

  return { seconds, isRunning, toggle, seek: setSeconds };
}
