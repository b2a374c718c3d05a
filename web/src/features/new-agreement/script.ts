import { dealKindTexts as text } from '#texts/deal-kinds';
import { formatCents } from '../../lib/format';
import { parseDollars } from '../payments/amount';
import { ownScript, type ScriptLine, shortScript } from '../recording/spoken';
import { type Details, linesToSay } from './details';

/** An amount as it is typed, as money; empty when there is none. */
export function amountText(amount: string): string {
  const cents = parseDollars(amount);
  return cents === null ? amount.trim() : formatCents(cents);
}

/** What a kind of deal is called; empty where that says nothing. */
export function kindName(kind: Details['kind']): string {
  return kind === '' || kind === 'other' ? '' : text.kinds[kind].name;
}

/** The lines to say while recording: names, then what the kind of deal needs, then a clear yes. */
export function scriptFor(details: Details): ScriptLine[] {
  const { lines } = text;
  const [a, b] = [details.partyAName.trim(), details.partyBName.trim()];
  const amount = amountText(details.agreementAmount);
  const isTogether = details.presence === 'together';
  const kind = details.kind === '' ? null : text.kinds[details.kind];
  const also = linesToSay(details);
  if (!kind && isTogether) return shortScript(a, b, amount, also);
  const terms = kind
    ? [kind.item, amount ? kind.amount(amount) : kind.amountOpen, kind.date, kind.conditions]
    : [lines.whole(amount)];
  terms.push(...also);
  if (!isTogether) {
    return ownScript([lines.agreeToRecording(a), lines.withOther(b), ...terms, lines.alone(a)]);
  }
  return [
    { text: lines.agreeToRecording(a), party: 'a' },
    { text: lines.agreeToRecording(b), party: 'b' },
    ...[...terms, lines.question(a, b), lines.question(b, a)].map((line) => ({ text: line, party: null })),
  ];
}
