import { useState } from 'react';
import { Button } from '../../../components/ui/button';
import { t } from '../../../i18n/en';

/** One line to say next, large enough to read at arm's length. */
export function ScriptLine({ lines }: { lines: string[] }) {
  const [index, setIndex] = useState(0);
  return (
    <div className="flex min-h-32 max-w-xl flex-col items-center gap-1 text-center">
      <p className="text-sm text-muted">
        {t.recorder.scriptTitle} · {index + 1}/{lines.length}
      </p>
      <p className="font-serif text-2xl text-balance">{lines[index]}</p>
      <Button variant="quiet" className="text-muted" onClick={() => setIndex((index + 1) % lines.length)}>
        {t.recorder.nextLine}
      </Button>
    </div>
  );
}
