import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { recordTexts } from '#texts/record';
import { Button } from '../../../components/ui/button';
import { cn } from '../../../lib/cn';
import type { ScriptLine } from '../spoken';

interface TicksProps {
  lines: readonly ScriptLine[];
  index: number;
  said: ReadonlySet<number>;
}

function Ticks({ lines, index, said }: TicksProps) {
  return (
    <span className="flex items-center gap-1" aria-hidden="true">
      {lines.map(({ text }, i) => (
        <span
          key={text}
          className={cn(
            'flex size-4 items-center justify-center rounded-full border',
            said.has(i) ? 'border-accent bg-accent text-on-accent' : 'border-field',
            i === index && 'outline-2 outline-offset-1 outline-accent',
          )}
        >
          {said.has(i) && <Check className="size-3" strokeWidth={3} />}
        </span>
      ))}
    </span>
  );
}

interface ScriptCardProps {
  lines: readonly ScriptLine[];
  /** Nobody speaks now; which lines were said is remembered. */
  isHidden: boolean;
  /** This line was said just now, since it or the line before was pressed. */
  onSaid: (line: ScriptLine) => void;
  /** Another line is to be said. */
  onTurn: () => void;
}

/** One line to say next, large enough to read at arm's length; ticked off when it was said. */
export function ScriptCard({ lines, isHidden, onSaid, onTurn }: ScriptCardProps) {
  const [index, setIndex] = useState(0);
  const [said, setSaid] = useState<ReadonlySet<number>>(new Set());
  const last = lines.length - 1;
  const at = Math.min(index, last);
  const line = lines[at];
  if (!line) return null;

  const turnTo = (next: number) => {
    if (next !== at) onTurn();
    setIndex(next);
  };
  const tick = () => {
    onSaid(line);
    setSaid(new Set([...said, at]));
    setIndex(Math.min(at + 1, last));
  };
  return (
    <fieldset
      hidden={isHidden}
      aria-label={recordTexts.recorder.scriptTitle}
      className="flex w-full min-w-0 max-w-xl flex-col items-center gap-1 text-center"
    >
      <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-sm text-muted">
        {said.size === lines.length ? recordTexts.recorder.scriptDone : recordTexts.recorder.scriptTitle} ·{' '}
        {recordTexts.recorder.scriptPlace(at + 1, lines.length)}
        <Ticks lines={lines} index={at} said={said} />
      </p>
      <p aria-live="polite" className="flex min-h-16 items-center font-serif text-2xl text-balance">
        {line.text}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-1">
        <Button
          variant="quiet"
          size="icon"
          className="text-muted"
          aria-label={recordTexts.recorder.previousLine}
          aria-disabled={at === 0}
          onClick={() => turnTo(Math.max(0, at - 1))}
        >
          <ChevronLeft className="size-5" aria-hidden="true" />
        </Button>
        <Button variant="quiet" className="text-muted max-[16rem]:order-last" onClick={tick}>
          <Check className="size-4 shrink-0" aria-hidden="true" />
          {at < last ? recordTexts.recorder.saidLine : recordTexts.recorder.saidLast}
        </Button>
        <Button
          variant="quiet"
          size="icon"
          className="text-muted"
          aria-label={recordTexts.recorder.nextLine}
          aria-disabled={at === last}
          onClick={() => turnTo(Math.min(last, at + 1))}
        >
          <ChevronRight className="size-5" aria-hidden="true" />
        </Button>
      </div>
    </fieldset>
  );
}
