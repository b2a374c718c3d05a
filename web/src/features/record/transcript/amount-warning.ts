import { recordScreenTexts } from '#texts/record-screen';
import type { TranscribedTake } from '../../../lib/api/api-types';
import { formatCents } from '../../../lib/format';

const text = recordScreenTexts.transcript;

/** What to say when another amount was said than the one that was typed; null when they agree or none was typed. */
export function amountWarning({
  agreement,
  transcript,
}: {
  agreement: Pick<TranscribedTake['agreement'], 'currency'>;
  transcript: Pick<TranscribedTake['transcript'], 'amountCheck'>;
}): string | null {
  const check = transcript.amountCheck;
  if (!check || check.agrees || check.spokenCents.length === 0) return null;
  const money = (cents: number) => formatCents(cents, agreement.currency);
  return text.amountText(money(check.typedCents), check.spokenCents.map(money).join(` ${text.or} `));
}
