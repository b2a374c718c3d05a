import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../../components/ui/button';
import { Notice } from '../../../components/ui/notice';
import type { AmountCheck, TermView } from '../../../lib/api/api-types';
import { formatCents, formatDuration } from '../../../lib/format';

const text = transcriptTexts.amount;

interface AmountNoticeProps {
  check: AmountCheck | null;
  terms: readonly TermView[];
  onPlay: (term: Pick<TermView, 'recording' | 'start'>) => void;
}

/** Says that another amount was said than typed, with both, and where to hear it. */
export function AmountNotice({ check, terms, onPlay }: AmountNoticeProps) {
  if (!check || check.agrees) return null;
  const spoken = check.spokenCents.map((cents) => formatCents(cents)).join(` ${text.or} `);
  const said = terms.find((term) => term.kind === 'amount');
  return (
    <Notice tone="warn" title={text.title}>
      <p>{text.text(formatCents(check.typedCents), spoken)}</p>
      {said && (
        <Button
          variant="secondary"
          data-print="no"
          className="mt-1 self-start text-sm"
          onClick={() => onPlay(said)}
        >
          {text.listen(formatDuration(said.start))}
        </Button>
      )}
    </Notice>
  );
}
