import { useEffect, useState, useSyncExternalStore } from 'react';
import { Recorder, type RecorderSnapshot } from './engine/recorder';
import { announce, createLiveRegion } from './ui/announce/announcer';

/** One recorder for the life of the component; the microphone goes when the component does. */
export function useRecorder(limitSeconds: number): { recorder: Recorder; snapshot: RecorderSnapshot } {
  const [recorder] = useState(() => new Recorder(limitSeconds));
  const snapshot = useSyncExternalStore(recorder.subscribe, recorder.getSnapshot, recorder.getSnapshot);
  useEffect(() => {
    const region = createLiveRegion();
    const stop = announce(recorder, region.say);
    return () => {
      stop();
      region.remove();
      recorder.reset();
    };
  }, [recorder]);
  return { recorder, snapshot };
}
