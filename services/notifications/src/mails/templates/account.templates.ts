import type { ChangeFacts } from '../../facts/facts.module.js';
import type { MailContext } from '../mail.kind.js';
import { must } from '../mail.kind.js';
import {
  type Block,
  button,
  facts,
  type MailContent,
  paragraph,
  type Row,
  small,
} from '../rendering/mail.content.js';
import { oneLine, type Wording } from '../texts/wording.js';
import { row } from './agreement-content.js';

/**
 * Somebody made an account with this address, or says that it is theirs. It may be a stranger's, so nothing stands in it
 * that anybody could have chosen.
 */
export function accountCreatedMail(context: MailContext<'addressVerification'>): MailContent {
  const { wording } = context;
  return confirmation(context, wording.texts.accountCreated);
}

/** Another address of an account, or the same once more, is to be confirmed. */
export function addressVerificationMail(context: MailContext<'addressVerification'>): MailContent {
  const { wording } = context;
  return confirmation(context, wording.texts.addressVerification);
}

function confirmation(
  { addressVerification: { link, expiresAt }, publicUrl, wording }: MailContext<'addressVerification'>,
  t: Words & { notYou: string },
): MailContent {
  const { confirm } = wording.texts;
  const action =
    link === null || expiresAt === null
      ? [button(wording.texts.openContracts, `${publicUrl}/dashboard`)]
      : [facts([row(confirm.until, wording.dateTime(expiresAt))]), button(confirm.button, link)];
  return accountMail({ publicUrl, wording }, null, t, [paragraph(t.lead), ...action, small(t.notYou)]);
}

/*
 * What happens to an account may happen at an address that nobody has confirmed: then whoever made the account chose its
 * name, and sends whatever they like as the name of their browser. So no name stands in these mails either.
 */

/** The password was changed: when, from where, and what to do if it was somebody else. */
export function passwordChangedMail({ change, publicUrl, wording }: MailContext<'change'>): MailContent {
  const { passwordChanged: t } = wording.texts;
  return accountMail({ publicUrl, wording }, null, t, [
    paragraph(t.lead),
    facts(originRows(change, wording)),
    paragraph(`${t.wasYou} ${t.undo}`),
    button(t.button, `${publicUrl}/login`),
  ]);
}

/**
 * The address was changed; this goes to the old one. Nobody may ever have confirmed that: it may be a stranger's, who
 * reads neither the new address nor where its owner sits.
 */
export function emailChangedMail({ change, publicUrl, wording }: MailContext<'change'>): MailContent {
  const { emailChanged: t } = wording.texts;
  return accountMail({ publicUrl, wording }, null, t, [
    paragraph(t.lead),
    facts([
      row(t.oldEmail, oneLine(must(change.oldEmail, 'old address'))),
      ...(change.isOldEmailConfirmed
        ? [row(t.newEmail, oneLine(change.email)), ...originRows(change, wording)]
        : [row(wording.texts.rows.when, wording.dateTime(change.at))]),
    ]),
    paragraph(`${t.wasYou} ${t.undo}`),
    button(wording.texts.contactSupport, `${publicUrl}/contact`),
  ]);
}

/** An administrator has shut the account. Where the administrator sat is nobody else's business. */
export function accountDisabledMail({ change, publicUrl, wording }: MailContext<'change'>): MailContent {
  const { accountDisabled: t } = wording.texts;
  return accountMail({ publicUrl, wording }, null, t, [
    paragraph(`${t.lead} ${t.safe}`),
    facts([row(wording.texts.rows.when, wording.dateTime(change.at))]),
    paragraph(t.undo),
    button(wording.texts.contactSupport, `${publicUrl}/contact`),
  ]);
}

/** An administrator has opened the account again. */
export function accountEnabledMail({ change, publicUrl, wording }: MailContext<'change'>): MailContent {
  const { accountEnabled: t } = wording.texts;
  return accountMail({ publicUrl, wording }, null, t, [
    paragraph(t.lead),
    facts([row(wording.texts.rows.when, wording.dateTime(change.at))]),
    button(t.button, `${publicUrl}/login`),
  ]);
}

/** Somebody asked for a new password. */
export function passwordResetMail({ reset, publicUrl, wording }: MailContext<'reset'>): MailContent {
  const { passwordReset: t } = wording.texts;
  return accountMail({ publicUrl, wording }, null, t, [
    paragraph(t.lead),
    facts([row(t.until, wording.dateTime(reset.expiresAt))]),
    button(t.button, reset.link),
    small(t.once, t.notYou),
  ]);
}

/** A subscription began, went on, was not paid or ended. */
export function subscriptionMail(context: MailContext<'user'>): MailContent {
  const { user, mail, publicUrl, wording, longestRecordingSeconds } = context;
  const { subscription: t } = wording.texts;
  const { kind, endedAt, amountCents, currency, receiptNumber, isTest } = mail.details;
  const endsAt = must(mail.details.endsAt, 'end of the period');
  // One that ends at once, as when a renewal stays unpaid or a bank took a month back, does not run until then.
  const isCutShort = kind === 'ended' && endedAt !== undefined && Date.parse(endsAt) > Date.parse(endedAt);
  const isPaidUntil = kind !== 'bank-refused' && !isCutShort;
  const amount = wording.cents(must(amountCents, 'amount'), must(currency, 'currency'));
  const change = must(t.changes[must(kind, 'kind')], 'text');
  const lead = change.lead(amount, wording.length(longestRecordingSeconds));
  const ownPage = `${publicUrl}/subscribe`;
  return accountMail(
    { publicUrl, wording },
    user.username,
    { subject: change.subject, title: change.subject, lead, why: t.why },
    [
      ...testNotice(isTest, wording),
      paragraph(lead),
      facts([
        row(t.plan, t.monthly),
        row(t.amount, t.perMonth(amount)),
        ...(isPaidUntil ? [row(t.paidUntil, wording.dateTime(endsAt))] : []),
        ...(receiptNumber === undefined ? [] : [row(t.receipt, receiptNumber)]),
      ]),
      // What is due is paid, or confirmed to the bank, on the page of the subscription and nowhere else.
      kind === 'payment-failed' || kind === 'bank-refused'
        ? button(t.payNow, ownPage)
        : kind === 'cancelled' || kind === 'resumed'
          ? button(t.open, ownPage)
          : button(wording.texts.openContracts, `${publicUrl}/dashboard`),
    ],
  );
}

/** Whoever paid for a month that they cannot have gets the money back. */
export function subscriptionRefundMail(context: MailContext<'user'>): MailContent {
  const { user, mail, publicUrl, wording } = context;
  const { subscriptionRefund: t, refund, subscription } = wording.texts;
  const { amountCents, currency, at, receiptNumber, isTest } = mail.details;
  const amount = wording.cents(must(amountCents, 'amount'), must(currency, 'currency'));
  const lead = t.lead(amount);
  return accountMail(
    { publicUrl, wording },
    user.username,
    { subject: t.subject(amount), title: t.title, lead, why: refund.why },
    [
      ...testNotice(isTest, wording),
      paragraph(lead),
      facts([
        row(refund.rows.amount, amount),
        row(refund.rows.receipt, must(receiptNumber, 'receipt')),
        row(subscription.plan, subscription.monthly),
        row(refund.rows.refundedAt, wording.dateTime(must(at, 'moment'))),
        row(refund.rows.arrives, refund.arrives),
      ]),
      paragraph(t.ended),
      button(wording.texts.openContracts, `${publicUrl}/dashboard`),
    ],
  );
}

const testNotice = (isTest: boolean | undefined, { texts }: Wording): Block[] =>
  isTest === true ? [{ kind: 'notice', text: texts.testMode }] : [];

interface Words {
  subject: string;
  title: string;
  lead: string;
  why: string;
}

function accountMail(
  { publicUrl, wording }: Pick<MailContext, 'publicUrl' | 'wording'>,
  name: string | null,
  words: Words,
  blocks: Block[],
): MailContent {
  const { subject, title, lead, why } = words;
  return {
    subject,
    preview: lead,
    title,
    reference: null,
    blocks: [...(name === null ? [] : [paragraph(wording.texts.greeting(oneLine(name)))]), ...blocks],
    why: `${why} ${wording.texts.answersGoToSupport}`,
    publicUrl,
    wording,
  };
}

const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** Browser and system in words of ours, as far as they are known: what a browser calls itself is anybody's text. */
function deviceName(agent: string): string {
  const found = [BROWSERS, SYSTEMS].map((known) => known.find(([, pattern]) => pattern.test(agent))?.[0]);
  return found.filter(Boolean).join(', ');
}

function originRows({ at, address, device }: ChangeFacts, wording: Wording): Row[] {
  return [
    row(wording.texts.rows.when, wording.dateTime(at)),
    row(wording.texts.rows.address, oneLine(address ?? wording.texts.notKnown)),
    row(wording.texts.rows.device, deviceName(device ?? '') || wording.texts.notKnown),
  ];
}
