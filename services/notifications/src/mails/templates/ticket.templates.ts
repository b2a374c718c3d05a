import { formatAgreementId } from '#contracts';
import type { TicketFacts } from '../../facts/facts.module.js';
import type { MailContext } from '../mail.kind.js';
import { must } from '../mail.kind.js';
import { button, facts, type MailContent, paragraph, type Row, small } from '../rendering/mail.content.js';
import { manyLines, oneLine, type Wording } from '../texts/wording.js';
import { row } from './agreement-content.js';

/**
 * The sender is told the number and when to expect an answer. It repeats no word of theirs: anybody can name anybody's
 * address, and we would deliver a stranger's words.
 */
export function ticketReceivedMail({ ticket, publicUrl, wording }: MailContext<'ticket'>): MailContent {
  const { ticketReceived: t } = wording.texts;
  return {
    subject: t.subject(ticket.number),
    preview: t.lead,
    title: t.title,
    reference: wording.texts.ticket(ticket.number),
    blocks: [
      paragraph(wording.texts.greetingWithoutName),
      paragraph(t.lead),
      facts([...ticketRows(ticket, wording), row(wording.texts.ticketRows.answer, t.when)]),
      paragraph(t.more),
      button(t.button, publicUrl),
    ],
    why: t.why,
    publicUrl,
    wording,
  };
}

/** Support gets the question; an answer to the mail goes to the sender. */
export function ticketOpenedMail({ ticket, publicUrl, wording }: MailContext<'ticket'>): MailContent {
  const { ticketOpened: t } = wording.texts;
  const sender = `${oneLine(ticket.name)} (${oneLine(ticket.email)})`;
  return {
    subject: t.subject(ticket.number, issueName(ticket, wording)),
    preview: sender,
    title: t.title,
    reference: wording.texts.ticket(ticket.number),
    blocks: [
      facts([row(wording.texts.ticketRows.sender, sender), ...ticketRows(ticket, wording)]),
      paragraph(t.said),
      { kind: 'quote', lines: manyLines(ticket.message) },
      button(t.button, `${publicUrl}/admin`),
    ],
    why: t.why,
    publicUrl,
    wording,
  };
}

/** The sender gets support's answer, which stands for itself: their own words are not repeated here either. */
export function ticketAnsweredMail({ ticket, publicUrl, wording }: MailContext<'ticket'>): MailContent {
  const { ticketAnswered: t } = wording.texts;
  const { message } = must(ticket.answer, 'answer');
  return {
    subject: t.subject(ticket.number),
    preview: oneLine(message),
    title: t.title,
    reference: wording.texts.ticket(ticket.number),
    blocks: [
      paragraph(wording.texts.greetingWithoutName),
      ...manyLines(message)
        .filter((line) => line !== '')
        .map(paragraph),
      button(t.button, `${publicUrl}/contact`),
      facts(ticketRows(ticket, wording)),
      small(t.more),
    ],
    why: t.why,
    publicUrl,
    wording,
  };
}

function ticketRows(ticket: TicketFacts, wording: Wording): (Row | null)[] {
  const { ticketRows: t } = wording.texts;
  return [
    row(t.number, ticket.number),
    row(t.issueType, issueName(ticket, wording)),
    ticket.agreementId === null ? null : row(t.contract, formatAgreementId(ticket.agreementId)),
    row(t.receivedAt, wording.dateTime(ticket.createdAt)),
  ];
}

function issueName({ issueType }: TicketFacts, wording: Wording): string {
  return wording.texts.issueTypes[issueType] ?? oneLine(issueType);
}
