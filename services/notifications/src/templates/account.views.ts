import type { ChangeFacts } from '../mails/facts.js';
import type { MailContext } from '../mails/mail.context.js';
import { must } from '../mails/mail.row.js';
import { row } from './agreement-letter.js';
import { formatCents, formatDateTime, oneLine } from './formats.js';
import { type Block, button, facts, type Letter, paragraph, type Row, small } from './letter.js';
import { texts } from './texts.js';

/**
 * Somebody made an account with this address, or says that it is theirs. It may be a stranger's, so nothing stands in it
 * that anybody could have chosen.
 */
export function accountCreatedLetter(context: MailContext<'addressVerification'>): Letter {
  return confirmation(context, texts.accountCreated);
}

/** Another address of an account, or the same once more, is to be confirmed. */
export function addressVerificationLetter(context: MailContext<'addressVerification'>): Letter {
  return confirmation(context, texts.addressVerification);
}

function confirmation(
  { addressVerification: { link, expiresAt }, publicUrl }: MailContext<'addressVerification'>,
  t: Words & { notYou: string },
): Letter {
  const { confirm } = texts;
  const action =
    link === null || expiresAt === null
      ? [button(texts.openContracts, `${publicUrl}/dashboard`)]
      : [facts([row(confirm.until, formatDateTime(expiresAt))]), button(confirm.button, link)];
  return letter(publicUrl, null, t, [paragraph(t.lead), ...action, small(t.notYou)]);
}

/** The password was changed: when, from where, and what to do if it was somebody else. */
export function passwordChangedLetter({ change, publicUrl }: MailContext<'change'>): Letter {
  const { passwordChanged: t } = texts;
  return letter(publicUrl, change.username, t, [
    paragraph(t.lead),
    facts(originRows(change)),
    paragraph(`${t.wasYou} ${t.undo}`),
    button(t.button, `${publicUrl}/login`),
  ]);
}

/** The address was changed; this goes to the old one. */
export function emailChangedLetter({ change, publicUrl }: MailContext<'change'>): Letter {
  const { emailChanged: t } = texts;
  return letter(publicUrl, change.username, t, [
    paragraph(t.lead),
    facts([
      row(t.account, oneLine(change.username)),
      row(t.oldEmail, oneLine(must(change.oldEmail, 'old address'))),
      row(t.newEmail, oneLine(change.email)),
      ...originRows(change),
    ]),
    paragraph(`${t.wasYou} ${t.undo}`),
    button(texts.contactSupport, `${publicUrl}/contact`),
  ]);
}

/** An administrator has shut the account. Where the administrator sat is nobody else's business. */
export function accountDisabledLetter({ change, publicUrl }: MailContext<'change'>): Letter {
  const { accountDisabled: t } = texts;
  return letter(publicUrl, change.username, t, [
    paragraph(`${t.lead} ${t.safe}`),
    facts([row(texts.rows.when, formatDateTime(change.at))]),
    paragraph(t.undo),
    button(texts.contactSupport, `${publicUrl}/contact`),
  ]);
}

/** An administrator has opened the account again. */
export function accountEnabledLetter({ change, publicUrl }: MailContext<'change'>): Letter {
  const { accountEnabled: t } = texts;
  return letter(publicUrl, change.username, t, [
    paragraph(t.lead),
    facts([row(texts.rows.when, formatDateTime(change.at))]),
    button(t.button, `${publicUrl}/login`),
  ]);
}

/** Somebody asked for a new password. */
export function passwordResetLetter({ reset, publicUrl }: MailContext<'reset'>): Letter {
  const { passwordReset: t } = texts;
  return letter(publicUrl, reset.username, t, [
    paragraph(t.lead),
    facts([row(t.until, formatDateTime(reset.expiresAt))]),
    button(t.button, reset.link),
    small(t.once, t.notYou),
  ]);
}

/** A subscription began, went on, was not paid or ended. */
export function subscriptionLetter({ user, mail, publicUrl }: MailContext<'user'>): Letter {
  const { subscription: t } = texts;
  const { kind, amountCents, currency, endsAt, receiptNumber } = mail.details;
  const amount = formatCents(must(amountCents, 'amount'), must(currency, 'currency'));
  const change = must(t.changes[must(kind, 'kind')], 'text');
  const lead = change.lead(amount);
  return letter(
    publicUrl,
    user.username,
    { subject: change.subject, title: change.subject, lead, why: t.why },
    [
      paragraph(lead),
      facts([
        row(t.plan, t.monthly),
        row(t.amount, t.perMonth(amount)),
        row(t.paidUntil, formatDateTime(must(endsAt, 'end of the period'))),
        ...(receiptNumber === undefined ? [] : [row(t.receipt, receiptNumber)]),
      ]),
      button(texts.openContracts, `${publicUrl}/dashboard`),
    ],
  );
}

interface Words {
  subject: string;
  title: string;
  lead: string;
  why: string;
}

function letter(publicUrl: string, name: string | null, words: Words, blocks: Block[]): Letter {
  const { subject, title, lead, why } = words;
  return {
    subject,
    preview: lead,
    title,
    reference: null,
    blocks: [...(name === null ? [] : [paragraph(texts.greeting(oneLine(name)))]), ...blocks],
    why: `${why} ${texts.answersGoToSupport}`,
    publicUrl,
  };
}

function originRows({ at, address, device }: ChangeFacts): Row[] {
  return [
    row(texts.rows.when, formatDateTime(at)),
    row(texts.rows.address, oneLine(address ?? texts.notKnown)),
    row(texts.rows.device, oneLine(device ?? texts.notKnown)),
  ];
}
