import { useCallback, useEffect, useRef, useState } from 'react';

const STEP_MS = 100;

interface DemoClock {
  seconds: number;
  isRunning: boolean;
  toggle: () => void;
  seek: (seconds: number) => void;
}

/** Runs through a silent example once it is seen; holds still for people who asked for less motion. */
export function useDemoClock(lengthSeconds: number, isSeen: boolean): DemoClock {
  const [seconds, setSeconds] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const hasStarted = useRef(false);

  useEffect(() => {
    if (!isSeen || hasStarted.current) return;
    hasStarted.current = true;
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) setRunning(true);
  }, [isSeen]);

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
