import { linkDays, unpaidDays } from '#contracts';
import { DAY_MS } from '#platform';
import type { MailContext } from '../mail.kind.js';
import { type MailDetails, must } from '../mail.kind.js';
import { type Block, button, facts, type MailContent, paragraph, small } from '../rendering/mail.content.js';
import { manyLines } from '../texts/wording.js';
import {
  agreementMail,
  amountRow,
  durationRow,
  openContract,
  recordedRows,
  row,
  sides,
} from './agreement-content.js';
import { partyBRow } from './consent.templates.js';

/** Party B is asked to listen and to answer, for the first time or again. */
export function invitationMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, mail, now, wording } = context;
  const { invitation: t } = wording.texts;
  const { other, shortOther, otherEmail } = sides(context);
  const { link, declineLink, expiresAt } = must(agreement.invitation, 'invitation');
  const isReminder = mail.details.kind === 'reminder' || mail.details.kind === 'automatic';
  const days = wording.daysUntil(expiresAt, now);
  const lead = isReminder ? t.reminderLead(other, days) : t.lead(other);
  return agreementMail(context, {
    subject: isReminder ? t.reminderSubject(shortOther) : t.subject(shortOther),
    title: t.title(other),
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(t.from, `${other} (${otherEmail})`),
        row(t.agreed, t.asSpoken),
        amountRow(agreement, wording),
        agreement.hasPhoto ? row(t.photo, t.withPhoto) : null,
        ...recordedRows(agreement, wording),
        durationRow(agreement.durationSeconds, wording),
        row(t.answerUntil, t.daysLeft(wording.dateTime(expiresAt), days)),
      ]),
      button(t.button, link),
      paragraph(`${t.free} ${t.recorded}`),
      { kind: 'link', lead: t.notYours, label: t.decline, url: declineLink },
      small(t.personalLink),
    ],
    answersTo: 'support-for-key',
  });
}

/** The same link once more, for whoever came to the page without it. */
export function linkAgainMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, now, wording } = context;
  const { linkAgain: t, invitation: words } = wording.texts;
  const { other, shortOther, otherEmail } = sides(context);
  const { link, declineLink, expiresAt } = must(agreement.invitation, 'invitation');
  const lead = t.lead(other);
  return agreementMail(context, {
    subject: t.subject(shortOther),
    title: t.title(other),
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(words.from, `${other} (${otherEmail})`),
        amountRow(agreement, wording),
        ...recordedRows(agreement, wording),
        row(
          words.answerUntil,
          words.daysLeft(wording.dateTime(expiresAt), wording.daysUntil(expiresAt, now)),
        ),
      ]),
      button(words.button, link),
      { kind: 'link', lead: words.notYours, label: words.decline, url: declineLink },
      small(t.notAsked, words.personalLink),
    ],
    answersTo: 'support-for-key',
  });
}

/** Six digits, for whoever has the page open on one device and the mail on another. */
export function codeMail(context: MailContext<'agreement' | 'code'>): MailContent {
  const { code, wording } = context;
  const { code: t } = wording.texts;
  const { other } = sides(context);
  const lead = t.lead(other);
  return agreementMail(context, {
    // Where mailboxes show the subject on a locked screen, the digits must not be read.
    subject: t.subject,
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      { kind: 'code', digits: code.code },
      facts([row(t.validUntil, wording.dateTime(code.expiresAt))]),
      button(t.button, `${context.publicUrl}/remote-contract/${context.agreement.agreementId}`),
      small(t.once, t.neverAsk, t.notAsked),
    ],
    answersTo: 'support',
  });
}

/** Party A is told that the invitation was seen, and whether at the address that it was sent to. */
export function openedMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, mail, wording } = context;
  const { opened: t } = wording.texts;
  const { other, shortOther, otherEmail } = sides(context);
  const isKeyed = mail.details.kind === 'keyed';
  const keyed = mail.details.via === 'code' ? t.coded : t.keyed;
  const lead = isKeyed ? keyed(other, otherEmail) : t.plain(other);
  return agreementMail(context, {
    subject: isKeyed ? t.subject(shortOther) : t.plainSubject,
    title: isKeyed ? t.title(other) : t.plainSubject,
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(t.openedAt, wording.dateTime(must(mail.details.at, 'moment'))),
        agreement.invitation === null
          ? null
          : row(t.answerUntil, wording.dateTime(agreement.invitation.expiresAt)),
      ]),
      paragraph(wording.texts.nothingToDo),
      openContract(context),
    ],
    answersTo: 'other',
  });
}

/** Party B has answered, and brings a key with which they can say that it was somebody else: what they write is for us. */
export const isAnswerOfReader = ({ mail }: MailContext<'agreement'>): boolean => mail.recipient === 'partyB';

/** Party A is told that party B has answered in their own voice; party B, too, as others may have the link. */
export function consentedMail(context: MailContext<'agreement'>): MailContent {
  if (isAnswerOfReader(context)) return ownConsentMail(context);
  const { agreement, mail, wording } = context;
  const { consented: t } = wording.texts;
  const { other, shortOther } = sides(context);
  const lead = t.lead(other);
  return agreementMail(context, {
    subject: t.subject(shortOther),
    title: t.title(other),
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(t.answeredAt, wording.dateTime(must(mail.details.at, 'moment'))),
        partyBRow(agreement, wording),
        amountRow(agreement, wording),
      ]),
      paragraph(`${t.next} ${wording.texts.nothingToDo}`),
      openContract(context),
    ],
    answersTo: 'other',
  });
}

function ownConsentMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, mail, wording } = context;
  const { consented: t, confirmed: words } = wording.texts;
  const { other, shortOther } = sides(context);
  const lead = t.ownLead(other);
  return agreementMail(context, {
    subject: t.ownSubject(shortOther),
    title: t.ownTitle,
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(t.answeredAt, wording.dateTime(must(mail.details.at, 'moment'))),
        partyBRow(agreement, wording),
        amountRow(agreement, wording),
        ...recordedRows(agreement, wording),
      ]),
      paragraph(t.next),
      paragraph(`${words.wasYou} ${t.notYou}`),
      button(words.button, agreement.confirmationLink),
      small(words.personalLink),
    ],
    answersTo: 'support-for-key',
  });
}

/** Party B said no: party A is told why, party B gets a confirmation. */
export function declinedMail(context: MailContext<'agreement' | 'credit'>): MailContent {
  const { agreement, wording } = context;
  const { declined: t } = wording.texts;
  const { isPartyA, other, shortOther } = sides(context);
  const lead = isPartyA ? t.lead(other) : t.ownLead(other);
  return agreementMail(context, {
    subject: isPartyA ? t.subject(shortOther) : t.ownSubject(shortOther),
    title: isPartyA ? t.title(other) : t.ownTitle,
    preview: lead,
    blocks: [
      paragraph(lead),
      ...note(isPartyA ? t.said(other) : t.ownReason, agreement.cancelNote),
      facts([amountRow(agreement, wording), ...recordedRows(agreement, wording)]),
      paragraph(creditLine(context) ?? wording.texts.nothingMoreToDo),
      wayOn(context),
    ],
    answersTo: 'other',
  });
}

/** An answer to the end of a contract goes to the other party; to support where that has ended it. */
export const isBetweenParties = ({ from, reason }: MailDetails): boolean =>
  from === 'awaiting_party' && reason !== 'by_admin';

/** The agreement ended without a contract, for another reason than a no. */
export function cancelledMail(context: MailContext<'agreement' | 'credit'>): MailContent {
  const { agreement, mail, wording } = context;
  const { cancelled: t } = wording.texts;
  const { isPartyA, number } = sides(context);
  const { reason } = mail.details;
  const lead = cancelReason(context);
  return agreementMail(context, {
    subject: t.subject(number),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(`${lead} ${t.ended}`),
      // Whoever recorded wrote both addresses: neither is known to be theirs before it is paid for. What an administrator
      // writes is for the owner.
      ...((reason === 'by_creator' && !(isPartyA && agreement.paidAt !== null)) ||
      (reason === 'by_admin' && !isPartyA)
        ? []
        : note(t.reasonGiven, agreement.cancelNote)),
      facts([amountRow(agreement, wording), ...recordedRows(agreement, wording)]),
      paragraph(creditLine(context) ?? wording.texts.nothingMoreToDo),
      wayOn(context),
    ],
    // Before the invitation party B knows nothing of it.
    ...(isBetweenParties(mail.details) ? { answersTo: 'other' as const } : {}),
    ...(reason === 'by_admin' ? { answersTo: 'support' as const } : {}),
  });
}

/** Party A is told that the link ran out without an answer. */
export function linkExpiredMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, now, wording } = context;
  const { linkExpired: t } = wording.texts;
  const { other, shortOther, otherEmail } = sides(context);
  const endsAt = must(agreement.expiresAt, 'end');
  const isOpenToEnd = new Date(endsAt).getTime() < now.getTime() + linkDays * DAY_MS;
  const lead = t.lead(other);
  return agreementMail(context, {
    subject: t.subject(shortOther),
    title: t.title(other),
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([row(t.sentTo, otherEmail), amountRow(agreement, wording)]),
      paragraph(t.how(other, isOpenToEnd ? null : linkDays, wording.dateTime(endsAt))),
      button(t.button(shortOther), agreement.links.dashboard),
    ],
    answersTo: 'other',
  });
}

function cancelReason(context: MailContext<'agreement'>): string {
  const { wording } = context;
  const { reasons } = wording.texts.cancelled;
  const { isPartyA, other } = sides(context);
  switch (context.mail.details.reason) {
    case 'by_creator':
      return isPartyA ? reasons.byYou(other) : reasons.byOther(other);
    case 'no_answer':
      return isPartyA ? reasons.noAnswer(other) : reasons.youDidNotAnswer(other);
    case 'unpaid_expired':
      return reasons.unpaid(other, unpaidDays);
    default:
      return reasons.byAdmin(other);
  }
}

/** What becomes of what party A paid; null where nothing is left of it, and for party B, who paid nothing. */
function creditLine(context: MailContext<'agreement' | 'credit'>): string | null {
  const { credit, wording } = context;
  if (credit === null || !sides(context).isPartyA) return null;
  const { amountCents, currency, expiresAt } = credit;
  return wording.texts.credit.kept(wording.price(amountCents, currency), wording.dateTime(expiresAt));
}

function note(lead: string, words: string | null): Block[] {
  return words === null || words.trim() === ''
    ? []
    : [paragraph(lead), { kind: 'quote', lines: manyLines(words) }];
}

/** Where the reader can go from an end: party B has no account. */
function wayOn(context: MailContext<'agreement'>): Block {
  const { wording } = context;
  const { links } = context.agreement;
  return sides(context).isPartyA
    ? button(wording.texts.openContracts, links.dashboard)
    : button(wording.texts.contactSupport, links.contact);
}
