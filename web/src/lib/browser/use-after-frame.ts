import { useEffect, useEffectEvent, useState } from 'react';

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
