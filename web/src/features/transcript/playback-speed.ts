import { useState } from 'react';
import { readStored, writeStored } from '../../lib/browser/storage';

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
