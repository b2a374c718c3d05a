import { escrowTexts } from '#texts/escrow';
import { cn } from '../../lib/cn';
import { formatDateTime } from '../../lib/format';
import type { EscrowRole, EscrowStep } from './escrow';
import { byWords, stepWords } from './escrow-words';

interface AmountLine {
  label: string;
  value: string;
  isStrong?: boolean;
  /** A name or an address: as long as somebody made it, so it may be broken; an amount never is. */
  isWords?: boolean;
}

/** Amounts one below the other, figures aligned. */
export function AmountLines({ lines, className }: { lines: readonly AmountLine[]; className?: string }) {
  return (
    <dl className={cn('flex flex-col gap-2', className)}>
      {lines.map(({ label, value, isStrong, isWords }) => (
        <div
          key={label}
          className={cn(
            'flex items-baseline justify-between gap-4 max-2xs:flex-wrap',
            isStrong && 'border-t border-line pt-2 font-semibold',
          )}
        >
          <dt className={cn(!isStrong && 'text-muted', isWords && 'shrink-0')}>{label}</dt>
          <dd
            className={cn(
              isWords ? 'min-w-0 text-right wrap-anywhere' : 'shrink-0 tabular-nums',
              isStrong && 'text-lg',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface HistoryProps {
  steps: readonly EscrowStep[];
  /** Whose screen this is; null for somebody of the support. */
  reader: EscrowRole | null;
}

/** Every step in words: when, what, by whom, and what was written. */
export function History({ steps, reader }: HistoryProps) {
  if (steps.length === 0) return <p className="text-muted">{escrowTexts.history.empty}</p>;
  return (
    <ol className="divide-y divide-line">
      {steps.map((step) => (
        <li key={`${step.at} ${step.change}`} className="grid gap-x-4 py-3 sm:grid-cols-[13rem_1fr]">
          <time dateTime={step.at} className="text-sm text-muted tabular-nums">
            {formatDateTime(step.at)}
          </time>
          <div className="min-w-0 wrap-anywhere">
            <p>
              {stepWords(step)} <span className="text-muted">· {byWords(step.by, reader)}</span>
            </p>
            {step.note && <p className="text-sm whitespace-pre-line text-muted">“{step.note}”</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
