import { Pause, Play } from 'lucide-react';
import { verifyTexts as text } from '#texts/verify';
import { buttonClass } from '../../components/ui/button-class';
import { Notice } from '../../components/ui/notice';
import type { PacketWords, Passage } from './packet-words';
import { usePassage } from './use-passage';

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
  const { kind, words, speaker, recording, start, end } = passage;
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
        <p className="wrap-anywhere">“{words}”</p>
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
