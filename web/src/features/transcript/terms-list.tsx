import { Play } from 'lucide-react';
import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import type { AmountCheck, TermView } from '../../lib/api/api-types';
import { formatCents, formatDuration } from '../../lib/format';
import { byKind, termLabel } from './term-label';

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

const termsText = transcriptTexts.terms;

interface TermsListProps {
  terms: readonly TermView[];
  /** What is spoken in each recording, as BCP-47; null where nobody knows. */
  languages: Readonly<Record<TermView['recording'], string | null>>;
  /** Plays from where the term was said. */
  onPlay: (term: Pick<TermView, 'recording' | 'start'>) => void;
  /** They are from words that are often wrong. */
  isDraft?: boolean;
}

interface TermProps extends Pick<TermsListProps, 'onPlay'> {
  term: TermView;
  language: string | undefined;
}

function Term({ term, language, onPlay }: TermProps) {
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
          {/* Without a value of its own it is told in the words that were said. */}
          <span lang={term.value ? undefined : language} className="font-medium">
            {value}
          </span>
          {said && (
            <span lang={language} className="text-sm text-muted">
              {' '}
              {termsText.said(said)}
            </span>
          )}
          {term.isUnsure && <span className="text-sm font-medium text-warn"> {termsText.check}</span>}
        </span>
        <span className="flex shrink-0 items-center gap-1.5 text-sm text-muted tabular-nums">
          <Play className="size-3.5" aria-hidden="true" />
          <span className="sr-only">{termsText.listenAt}</span>
          {time}
        </span>
      </button>
    </li>
  );
}

/** What the parties settled, each with the second at which it was said. */
export function TermsList({ terms, languages, onPlay, isDraft = false }: TermsListProps) {
  if (terms.length === 0) return null;
  return (
    <section
      aria-label={termsText.title}
      className="@container flex flex-col gap-2 rounded-card border border-line p-4"
    >
      <h4 className="font-semibold">{termsText.title}</h4>
      <dl className="flex flex-col divide-y divide-line">
        {byKind(terms).map((group) => (
          <div key={group.kind} className="py-1 @sm:grid @sm:grid-cols-[7rem_1fr]">
            <dt className="px-2 pt-2 text-sm text-muted @sm:pt-2.5">{termsText.kinds[group.kind]}</dt>
            <dd>
              <ul>
                {group.terms.map((term) => (
                  <Term
                    key={`${term.recording}-${term.start}-${term.text}`}
                    term={term}
                    language={languages[term.recording] ?? undefined}
                    onPlay={onPlay}
                  />
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
      {isDraft ? (
        <p className="px-2 text-sm text-muted">
          {termsText.unconfirmed} <span data-print="no">{termsText.pressEach}</span>
        </p>
      ) : (
        <>
          <p data-print="no" className="px-2 text-sm text-muted">
            {termsText.lead}
          </p>
          <p className="hidden px-2 text-sm text-muted print:block">{termsText.leadPrinted}</p>
        </>
      )}
    </section>
  );
}
