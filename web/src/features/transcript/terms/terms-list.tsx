import { Play } from 'lucide-react';
import { transcriptTexts } from '#texts/transcript';
import type { TermView } from '../../../lib/api/api-types';
import { formatDuration } from '../../../lib/format';
import { byKind, termLabel } from './term-label';

const text = transcriptTexts.terms;

interface TermsListProps {
  terms: readonly TermView[];
  /** Plays from where the term was said. */
  onPlay: (term: Pick<TermView, 'recording' | 'start'>) => void;
  /** They are from words that are often wrong. */
  isDraft?: boolean;
}

function Term({ term, onPlay }: { term: TermView } & Pick<TermsListProps, 'onPlay'>) {
  const { value, said } = termLabel(term);
  const time = formatDuration(term.start);
  return (
    <li>
      <button
        type="button"
        onClick={() => onPlay(term)}
        className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left transition-colors duration-150 hover:bg-raised"
      >
        <span className="min-w-0 grow">
          <span className="font-medium">{value}</span>
          {said && <span className="text-sm text-muted"> {text.said(said)}</span>}
          {term.isUnsure && <span className="text-sm font-medium text-warn"> {text.check}</span>}
        </span>
        <span className="flex shrink-0 items-center gap-1.5 text-sm text-muted tabular-nums">
          <Play className="size-3.5" aria-hidden="true" />
          <span className="sr-only">{text.listenAt}</span>
          {time}
        </span>
      </button>
    </li>
  );
}

/** What the parties settled, each with the second at which it was said. */
export function TermsList({ terms, onPlay, isDraft = false }: TermsListProps) {
  if (terms.length === 0) return null;
  return (
    <section
      aria-label={text.title}
      className="@container flex flex-col gap-2 rounded-card border border-line p-4"
    >
      <h4 className="font-semibold">{text.title}</h4>
      <dl className="flex flex-col divide-y divide-line">
        {byKind(terms).map((group) => (
          <div key={group.kind} className="py-1 @sm:grid @sm:grid-cols-[7rem_1fr]">
            <dt className="px-2 pt-2 text-sm text-muted @sm:pt-2.5">{text.kinds[group.kind]}</dt>
            <dd>
              <ul>
                {group.terms.map((term) => (
                  <Term key={`${term.recording}-${term.start}-${term.text}`} term={term} onPlay={onPlay} />
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
      <p className="px-2 text-sm text-muted print:hidden">{isDraft ? text.unconfirmed : text.lead}</p>
      {!isDraft && <p className="hidden px-2 text-sm text-muted print:block">{text.leadPrinted}</p>}
    </section>
  );
}
