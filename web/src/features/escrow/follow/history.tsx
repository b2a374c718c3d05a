import { escrowTexts } from '#texts/escrow';
import { formatDateTime } from '../../../lib/format';
import type { HeldRole, HeldStep } from '../held-payment';
import { byWords, stepWords } from '../words';

interface HistoryProps {
  steps: readonly HeldStep[];
  /** Whose screen this is; null for somebody of the support. */
  reader: HeldRole | null;
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
