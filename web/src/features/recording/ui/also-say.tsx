import { X } from 'lucide-react';
import { useRef } from 'react';
import { recordTexts } from '#texts/record';
import { Button } from '../../../components/ui/button';

/** The lines with one more at the end, each once. */
export function withLine(lines: readonly string[], line: string): string[] {
  return lines.includes(line) ? [...lines] : [...lines, line];
}

interface AlsoSayProps {
  lines: readonly string[];
  onChange: (lines: string[]) => void;
}

/** What was taken over from the assistant, and the way to take it out again. */
export function AlsoSay({ lines, onChange }: AlsoSayProps) {
  const title = useRef<HTMLParagraphElement>(null);
  if (lines.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-4">
      <p ref={title} tabIndex={-1} className="font-medium outline-none">
        {recordTexts.recorder.alsoSay}
      </p>
      <ul className="flex flex-col">
        {lines.map((line) => (
          <li key={line} className="flex items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">{line}</span>
            <Button
              variant="quiet"
              size="icon"
              className="shrink-0 text-muted"
              aria-label={recordTexts.recorder.removeLine(line)}
              onClick={() => {
                // The button that was pressed goes, and with the last line all of this.
                const rest =
                  lines.length > 1 ? title.current : document.querySelector<HTMLElement>('main h1');
                rest?.focus({ preventScroll: true });
                onChange(lines.filter((other) => other !== line));
              }}
            >
              <X className="size-5" aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
