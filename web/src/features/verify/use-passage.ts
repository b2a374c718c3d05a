import { useCallback, useEffect, useRef, useState } from 'react';
import type { PacketWords, Passage } from './packet-words';

export interface PassagePlayer {
  playing: Passage | null;
  /** The browser cannot play the recording. */
  hasFailed: boolean;
  toggle: (passage: Passage) => void;
}

/** Plays exactly the seconds of a passage, out of the packet on this device: nothing is fetched. */
export function usePassage(audio: PacketWords['audio']): PassagePlayer {
  const elements = useRef<Partial<Record<'a' | 'b', HTMLAudioElement>>>({});
  const stop = useRef<() => void>(() => undefined);
  const [playing, setPlaying] = useState<Passage | null>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    const urls: string[] = [];
    for (const party of ['a', 'b'] as const) {
      const recording = audio[party];
      if (!recording) continue;
      const url = URL.createObjectURL(recording);
      urls.push(url);
      const element = new Audio();
      element.preload = 'metadata';
      element.src = url;
      elements.current[party] = element;
    }
    return () => {
      stop.current();
      elements.current = {};
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [audio]);

  const toggle = useCallback(
    (passage: Passage) => {
      stop.current();
      const element = elements.current[passage.recording];
      if (!element || playing === passage) return;
      setFailed(false);
      setPlaying(passage);
      stop.current = playPassage(element, passage, (failed) => {
        setPlaying(null);
        setFailed(failed);
      });
    },
    [playing],
  );
  return { playing, hasFailed, toggle };
}

/** Answers how to stop it. */
function playPassage(
  element: HTMLAudioElement,
  { start, end }: Passage,
  over: (failed: boolean) => void,
): () => void {
  let frame = 0;
  let isOver = false;
  const finish = (failed = false) => {
    if (isOver) return;
    isOver = true;
    cancelAnimationFrame(frame);
    element.ontimeupdate = element.onended = element.onerror = element.onloadedmetadata = null;
    element.pause();
    over(failed);
  };
  const cut = () => {
    if (element.currentTime >= end) finish();
  };
  const follow = () => {
    cut();
    if (!isOver) frame = requestAnimationFrame(follow);
  };
  const begin = () => {
    element.currentTime = start;
    element.play().then(follow, (error: unknown) => {
      // A start that another press has cut short is no failure.
      if ((error as Error).name !== 'AbortError') finish(true);
    });
  };
  // Also behind another tab, where no frames are drawn.
  element.ontimeupdate = cut;
  element.onended = () => finish();
  element.onerror = () => finish(true);
  if (element.error) finish(true);
  else if (element.readyState >= element.HAVE_METADATA) begin();
  else element.onloadedmetadata = begin;
  return () => finish();
}
