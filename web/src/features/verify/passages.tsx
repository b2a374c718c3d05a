import { Pause, Play } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { verifyTexts as text } from '#texts/verify';
import { buttonClass } from '../../components/ui/button-class';
import { Notice } from '../../components/ui/notice';
import type { PacketWords, Passage } from './packet-words';

/** The words of a packet that was found valid, each with a button that plays where they were said. */
export function Passages({ words: { passages, audio } }: { words: PacketWords }) {
  const { playing, hasFailed, toggle } = usePassage(audio);
  const hasTerms = passages.some(({ kind }) => kind !== 'line');
  return (
    <section aria-labelledby="passages" className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h3 id="passages" className="font-semibold">
          {hasTerms ? text.heard.terms : text.heard.lines}
        </h3>
        <p className="text-sm text-muted">{text.heard.hint}</p>
      </div>
      {hasFailed && (
        <Notice tone="warn" role="alert">
          <p>{text.heard.failed}</p>
        </Notice>
      )}
      <ol className="flex flex-col divide-y divide-line">
        {passages.map((passage) => (
          <Row
            key={`${passage.recording} ${passage.start} ${passage.kind} ${passage.words}`}
            passage={passage}
            isPlaying={playing === passage}
            onToggle={() => toggle(passage)}
          />
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  passage: Passage;
  isPlaying: boolean;
  onToggle: () => void;
}

function Row({ passage, isPlaying, onToggle }: RowProps) {
  const { kind, words, speaker, recording, language, start, end } = passage;
  const time = `${clock(start)} – ${clock(end)}`;
  const Icon = isPlaying ? Pause : Play;
  const label = isPlaying ? text.heard.stop : text.heard.play;
  return (
    <li className="flex items-start gap-3 py-3">
      <button
        type="button"
        className={buttonClass('secondary', undefined, 'shrink-0 px-3 font-mono text-sm tabular-nums')}
        aria-label={`${time}, ${label}: ${words}`}
        onClick={onToggle}
      >
        <Icon className="size-4" aria-hidden="true" />
        {time}
      </button>
      <div className="flex min-w-0 flex-col pt-1">
        <p lang={language} className="wrap-anywhere">
          “{words}”
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {[
            kind === 'line' ? null : text.heard.kinds[kind],
            speaker,
            recording === 'b' ? text.heard.partyB : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </li>
  );
}

/** `65.4` → `1:05`, as on the certificate. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;

interface PassagePlayer {
  playing: Passage | null;
  /** The browser cannot play the recording. */
  hasFailed: boolean;
  toggle: (passage: Passage) => void;
}

/** Plays exactly the seconds of a passage, out of the packet on this device: nothing is fetched. */
function usePassage(audio: PacketWords['audio']): PassagePlayer {
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
