import { useEffect, useState, useSyncExternalStore } from 'react';
import { Recorder, type RecorderSnapshot } from './engine/recorder';

/** One recorder for the life of the component; the microphone goes when the component does. */
export function useRecorder(limitSeconds: number): { recorder: Recorder; snapshot: RecorderSnapshot } {
  const [recorder] = useState(() => new Recorder(limitSeconds));
  const snapshot = useSyncExternalStore(recorder.subscribe, recorder.getSnapshot);
  useEffect(() => () => recorder.reset(), [recorder]);
  return { recorder, snapshot };
}
