import { logTexts } from '#texts/log';
import type { AgreementEvent } from '../../lib/api/api-types';
import { formatDateTime, shortHash } from '../../lib/format';
import type { SpeakerNames } from '../transcript/speakers';

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An entry's type in words; one that is not known yet is shown readable. */
export function eventWords(type: string): string {
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

type Detail = Readonly<Record<string, unknown>>;

function textOf(detail: Detail, key: string): string | null {
  const value = detail[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

function reasonWords(reason: string): string {
  const { reasons } = logTexts;
  return reason in reasons ? reasons[reason as keyof typeof reasons] : reason.replace(/[_-]+/g, ' ');
}

/** What an entry tells beyond its type, one line each; technical values stay out. */
export function detailLines(
  event: Pick<AgreementEvent, 'type' | 'detail'>,
  hashWords: (hash: string) => string = shortHash,
): string[] {
  const detail: unknown = event.detail;
  if (typeof detail !== 'object' || detail === null) return [];
  const facts = detail as Detail;
  const lines: string[] = [];
  const reason = textOf(facts, 'reason');
  if (reason && reason !== event.type) {
    // What a person wrote is quoted; a known word of ours is explained.
    const isOurs = /^[a-z]+([_-][a-z]+)*$/.test(reason);
    lines.push(isOurs ? logTexts.details.reason(reasonWords(reason)) : logTexts.details.note(reason));
  }
  const note = textOf(facts, 'note');
  if (note) lines.push(logTexts.details.note(note));
  const until = textOf(facts, 'expiresAt') ?? textOf(facts, 'deletesAt') ?? textOf(facts, 'endsAt');
  if (until && !Number.isNaN(Date.parse(until))) lines.push(logTexts.details.until(formatDateTime(until)));
  if (typeof facts.days === 'number') lines.push(logTexts.details.days(facts.days));
  const wording = textOf(facts, 'wordingVersion');
  if (wording) lines.push(logTexts.details.wording(wording));
  const receipt = textOf(facts, 'receiptNumber');
  if (receipt) lines.push(logTexts.details.receipt(receipt));
  const ticket = textOf(facts, 'ticketNumber');
  if (ticket) lines.push(logTexts.details.ticket(ticket));
  const told = textOf(facts, 'noticeGivenAt');
  if (told && !Number.isNaN(Date.parse(told))) lines.push(logTexts.details.told(formatDateTime(told)));
  const sound =
    textOf(facts, 'audioSha256') ?? (SOUND_TYPES.has(event.type) ? textOf(facts, 'sha256') : null);
  if (sound) lines.push(logTexts.details.sound(hashWords(sound)));
  return lines;
}
