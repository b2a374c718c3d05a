import { escrowStateTexts } from '#texts/escrow-state';
import { logTexts } from '#texts/log';
import type { AgreementEvent } from '../../lib/api/api-types';
import { formatCents, formatDateTime, shortHash } from '../../lib/format';
import type { SpeakerNames } from '../transcript/speakers';

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Detail = Readonly<Record<string, unknown>>;

const factsOf = (detail: unknown): Detail =>
  typeof detail === 'object' && detail !== null ? (detail as Detail) : {};

function textOf(detail: Detail, key: string): string | null {
  const value = detail[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Words of a table; what is not in it is shown readable. */
function wordsOf(table: Readonly<Record<string, string>>, key: string): string {
  return (Object.hasOwn(table, key) ? table[key] : undefined) ?? key.replace(/[_-]+/g, ' ');
}

/** An entry's type in words, of a protected payment the step; one that is not known yet is shown readable. */
export function eventWords(type: string, detail?: unknown, actor?: string): string {
  const change = textOf(factsOf(detail), 'change');
  // Buyers report problems; an administrator's is an account that was disabled, the clock's a contract that was cancelled
  // or a buyer whom no email reaches.
  if (type === 'held-payment' && change === 'problem' && actor === 'payments:admin')
    return logTexts.stoppedByAccount;
  if (type === 'held-payment' && change === 'problem' && actor === 'payments:clock')
    return logTexts.stoppedByClock;
  const step = `held-payment-${change ?? ''}`;
  if (type === 'held-payment' && Object.hasOwn(logTexts.steps, step)) return wordsOf(logTexts.steps, step);
  if (Object.hasOwn(logTexts.types, type)) return logTexts.types[type as keyof typeof logTexts.types];
  const words = type
    .replace(/\.v\d+$/, '')
    .replace(/[._-]+/g, ' ')
    .trim();
  return words.startsWith('admin ') ? logTexts.admin(words.slice('admin '.length)) : capital(words);
}

/** Who acted: the parties by name, people of the support as such, everything else by itself. */
export function actorWords(actor: string, names: SpeakerNames, type = ''): string {
  const { actors } = logTexts;
  // Either party may be the buyer: the number of an account does not tell which.
  if (type === 'held-payment') {
    if (actor.startsWith('user:')) return actors.buyer;
    if (actor === 'payments:seller') return actors.seller;
    if (actor === 'payments:admin') return actors.admin;
  }
  if (actor.startsWith('user:') || actor === 'party-a') return names.a;
  if (actor === 'party-b') return names.b;
  if (actor.startsWith('admin')) return actors.admin;
  if (actor !== 'visitor') return actors.system;
  // Whoever records it is party A, with an account or without.
  return type.startsWith('recorded') ? actors.beforeSignIn(names.a) : actors.visitor;
}

/** Entries whose `sha256` is that of a recording. */
const SOUND_TYPES = new Set(['recorded', 'recorded-again', 'consented']);

/** Which mail did not arrive, for whom, and why. */
function mailLine(facts: Detail): string[] {
  const [template, recipient, outcome] = ['template', 'recipient', 'outcome'].map((key) =>
    textOf(facts, key),
  );
  if (!template || !recipient || !outcome) return [];
  const { details, mails, steps, recipients, outcomes } = logTexts;
  const mail = wordsOf({ ...steps, ...mails }, template);
  return [details.mail(mail, wordsOf(recipients, recipient), wordsOf(outcomes, outcome))];
}

/** What an entry tells beyond its type, one line each; technical values stay out. */
export function detailLines(
  event: Pick<AgreementEvent, 'type' | 'detail'>,
  hashWords: (hash: string) => string = shortHash,
): string[] {
  const facts = factsOf(event.detail);
  const lines: string[] = [];
  const reason = textOf(facts, 'reason');
  if (reason && reason !== event.type) {
    // What a person wrote is quoted; a known word of ours is explained.
    const isOurs = /^[a-z]+([_-][a-z]+)*$/.test(reason);
    lines.push(
      isOurs ? logTexts.details.reason(wordsOf(logTexts.reasons, reason)) : logTexts.details.note(reason),
    );
  }
  const note = textOf(facts, 'note');
  if (note) lines.push(logTexts.details.note(note));
  // Party A's is the one that every contract has.
  if (event.type === 'admin-downloaded-audio' && textOf(facts, 'party') === 'b')
    lines.push(logTexts.details.ofPartyB);
  if (textOf(facts, 'correctsOrderId')) lines.push(logTexts.details.corrects);
  const until = textOf(facts, 'expiresAt') ?? textOf(facts, 'deletesAt') ?? textOf(facts, 'endsAt');
  if (until && !Number.isNaN(Date.parse(until))) lines.push(logTexts.details.until(formatDateTime(until)));
  if (typeof facts.days === 'number') lines.push(logTexts.details.days(facts.days));
  const wording = textOf(facts, 'wordingVersion');
  if (wording) lines.push(logTexts.details.wording(wording));
  if (typeof facts.amountCents === 'number')
    lines.push(
      logTexts.details.amount(formatCents(facts.amountCents, textOf(facts, 'currency') ?? undefined)),
    );
  const state = textOf(facts, 'state');
  if (state) lines.push(logTexts.details.state(wordsOf(escrowStateTexts.states, state)));
  lines.push(...mailLine(facts));
  const receipt = textOf(facts, 'receiptNumber');
  if (receipt) lines.push(logTexts.details.receipt(receipt));
  const ticket = textOf(facts, 'ticketNumber');
  if (ticket) lines.push(logTexts.details.ticket(ticket));
  const told = textOf(facts, 'noticeGivenAt');
  if (told && !Number.isNaN(Date.parse(told))) lines.push(logTexts.details.told(formatDateTime(told)));
  const startedAt = textOf(facts, 'startedAt');
  if (startedAt && !Number.isNaN(Date.parse(startedAt)))
    lines.push(logTexts.details.recorded(formatDateTime(startedAt)));
  const sound =
    textOf(facts, 'audioSha256') ?? (SOUND_TYPES.has(event.type) ? textOf(facts, 'sha256') : null);
  if (sound) lines.push(logTexts.details.sound(hashWords(sound)));
  return lines;
}
