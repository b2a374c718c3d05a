import { t } from '#texts/common';
import { templateTexts as text } from '#texts/templates';
import { formatAmount } from '../../../lib/format';
import type { Details } from '../deal/details';

/** An amount as it is typed, as money; empty when there is none. */
export function amountText(amount: string): string {
  const typed = amount.trim().replace(',', '.');
  return typed ? formatAmount(typed) : '';
}

/** The lines to say while recording: names, then what the kind of deal needs, then a clear yes. */
export function scriptFor(details: Details): string[] {
  const { lines } = text;
  const [a, b] = [details.partyAName.trim(), details.partyBName.trim()];
  const amount = amountText(details.agreementAmount);
  const isTogether = details.presence === 'together';
  const kind = details.kind === '' ? null : text.kinds[details.kind];
  if (!kind && isTogether) return t.recorder.script(a, b, amount);
  const terms = kind
    ? [kind.item, amount ? kind.amount(amount) : kind.amountOpen, kind.date, kind.conditions]
    : [lines.whole(amount)];
  if (!isTogether) return [lines.agreeToRecording(a), lines.withOther(b), ...terms, lines.alone(a)];
  return [
    ...[lines.agreeToRecording(a), lines.agreeToRecording(b)],
    ...terms,
    ...[lines.question(a, b), lines.question(b, a)],
  ];
}
