import { formatAgreementId, humanTranscriptHours, isContract, isPlanType, plans } from '#contracts';
import type { AgreementFacts, ExpectedCoverage, PaymentFacts } from '../../facts/facts.module.js';
import { endOfAccess, humanTranscriptDueAt, isHumanTranscriptExpected } from '../mail.due.js';
import { type MailContext, must } from '../mail.kind.js';
import {
  type Block,
  button,
  facts,
  heading,
  type MailContent,
  paragraph,
  small,
} from '../rendering/mail.content.js';
import { manyLines, oneLine, type Wording } from '../texts/wording.js';
import {
  agreementMail,
  amountRow,
  durationRow,
  openContract,
  recordedRows,
  row,
  sides,
} from './agreement-content.js';

/** Whoever ordered a transcript by a person has paid for it. */
export function humanTranscriptReceiptMail(context: MailContext<'agreement' | 'payment'>): MailContent {
  const { payment, wording } = context;
  const { humanTranscriptReceipt: t, receipt } = wording.texts;
  const { me, other, number } = sides(context);
  const amount = wording.cents(payment.amountCents, payment.currency);
  const dueAt = humanTranscriptDueAt(context).toISOString();
  const isExpected = isHumanTranscriptExpected(context);
  const lead = t.lead(amount);
  return agreementMail(context, {
    subject: t.subject(number),
    title: t.title,
    preview: lead,
    blocks: [
      payment.isTest ? { kind: 'notice', text: wording.texts.testMode } : null,
      paragraph(lead),
      {
        kind: 'facts',
        rows: [
          row(receipt.rows.number, oneLine(must(payment.receiptNumber, 'receipt'))),
          row(receipt.rows.paidAt, wording.dateTime(receiptDate(payment))),
          row(wording.texts.rows.between, wording.texts.pair(me, other)),
          row(receipt.rows.description, t.item),
          ...(isExpected ? [row(t.deliveredBy, wording.dateTime(dueAt))] : []),
          row(receipt.rows.seller, wording.texts.product),
        ],
        total: row(receipt.rows.total, amount),
      },
      ...(isExpected
        ? [
            heading(receipt.nextTitle),
            // Party B gets nothing of what is not agreed.
            paragraph(t.next(humanTranscriptHours, isContract(context.agreement) ? other : null)),
            paragraph(t.late(amount)),
          ]
        : []),
      openContract(context),
    ],
    answersTo: 'support',
    why: t.why,
  });
}

/** The owner's contract costs nothing: a subscription or a credit covers it. */
export function coveredMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, mail, wording } = context;
  const { covered: t } = wording.texts;
  const { me, other, number } = sides(context);
  const by = must(mail.details.kind, 'coverage');
  const lead = must(t.leads[by], 'text')(other);
  const priceCents = isPlanType(agreement.planType) ? plans[agreement.planType].priceCents : 0;
  return agreementMail(context, {
    subject: t.subject(number),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      {
        kind: 'facts',
        rows: [
          row(wording.texts.rows.between, wording.texts.pair(me, other)),
          row(t.coveredAt, wording.dateTime(must(mail.details.at, 'moment'))),
          row(t.price, wording.cents(priceCents, 'usd')),
          row(t.coveredBy, must(t.coverages[by], 'coverage')),
        ],
        total: row(t.toPay, wording.cents(0, 'usd')),
      },
      ...whatComesNext(context),
      openContract(context),
    ],
    answersTo: 'support',
    why: t.why,
  });
}

/** Whoever paid gets money back: how much, why, and when it arrives. */
export function refundMail(context: MailContext<'agreement' | 'payment'>): MailContent {
  const { payment, mail, wording } = context;
  const { refund: t } = wording.texts;
  const { me, other, number } = sides(context);
  const { kind, reason, amountCents, backBeforeCents, currency, at } = mail.details;
  const amount = wording.cents(must(amountCents, 'amount'), must(currency, 'currency'));
  const item = must(t.items[must(kind, 'purpose')], 'item');
  const before = backBeforeCents ? wording.cents(backBeforeCents, must(currency, 'currency')) : null;
  const lead = before === null ? t.lead(amount, item) : t.leadInAll(amount, item, before);
  return agreementMail(context, {
    subject: before === null ? t.subject(amount, number) : t.subjectInAll(amount, number),
    title: t.title,
    preview: lead,
    blocks: [
      payment.isTest ? { kind: 'notice', text: wording.texts.testMode } : null,
      paragraph(`${lead} ${must(t.reasons[must(reason, 'reason')], 'text')}`),
      ...note(payment.refundNote ?? '', wording),
      facts([
        row(t.rows.amount, amount),
        row(t.rows.receipt, oneLine(must(payment.receiptNumber, 'receipt'))),
        row(wording.texts.rows.between, wording.texts.pair(me, other)),
        row(t.rows.paidAt, wording.dateTime(receiptDate(payment))),
        row(t.rows.refundedAt, wording.dateTime(must(at, 'moment'))),
        row(t.rows.arrives, t.arrives),
      ]),
      paragraph(wording.texts.nothingMoreToDo),
      openContract(context),
    ],
    answersTo: 'support',
    why: t.why,
  });
}

/** Support hears of a refund that did not reach the payer. */
export function refundFailedMail(context: MailContext<'agreement'>): MailContent {
  const { mail, publicUrl, wording } = context;
  const { refundFailed: t } = wording.texts;
  const { me, other, number } = sides(context);
  const { kind, reason, amountCents, currency, at, isTriedAgain = true } = mail.details;
  const amount = wording.cents(must(amountCents, 'amount'), must(currency, 'currency'));
  const lead = t.lead(amount, must(t.items[must(kind, 'purpose')], 'item'));
  return {
    subject: t.subject(amount, number),
    title: t.title,
    preview: lead,
    reference: wording.texts.contract(number),
    blocks: [
      paragraph(lead),
      facts([
        row(t.rows.amount, amount),
        row(wording.texts.rows.between, wording.texts.pair(me, other)),
        row(t.rows.refundId, oneLine(must(mail.subjectId, 'refund'))),
        row(t.rows.reason, oneLine(must(reason, 'reason'))),
        row(t.rows.failedAt, wording.dateTime(must(at, 'moment'))),
      ]),
      paragraph(isTriedAgain ? t.next : t.nextByHand),
      button(t.button, `${publicUrl}/admin`),
    ],
    why: t.why,
    publicUrl,
    wording,
  };
}

function note(words: string, wording: Wording): Block[] {
  return words.trim() === ''
    ? []
    : [paragraph(wording.texts.refund.note), { kind: 'quote', lines: manyLines(words) }];
}

/** Party A has saved a recording that is not paid yet. */
export function savedMail(context: MailContext<'agreement' | 'coverage'>): MailContent {
  const { agreement, coverage, wording } = context;
  const { saved } = wording.texts;
  const { other, number } = sides(context);
  const deletedOn = must(agreement.expiresAt, 'day of deletion');
  const lead =
    coverage === null
      ? saved.lead(other, price(agreement, wording))
      : saved.leadCovered(other, coverageWords(coverage, deletedOn, wording));
  return agreementMail(context, {
    subject: saved.subject(number),
    title: saved.title,
    preview: lead,
    blocks: [paragraph(lead), ...toFinish(context, deletedOn)],
    why: saved.why,
  });
}

/** Party A is told again that the recording is not paid: asked for, or before it is deleted. */
export function paymentRequestedMail(context: MailContext<'agreement' | 'coverage'>): MailContent {
  const { coverage, mail, now, wording } = context;
  const { saved, paymentRequested } = wording.texts;
  const { other, number } = sides(context);
  const { kind = '', reason } = mail.details;
  const hasFailed = reason === 'payment-failed';
  const deletedOn = endOfAccess(context);
  const left =
    kind === 'last-warning' ? wording.timeUntil(deletedOn, now) : wording.daysUntil(deletedOn, now);
  const leadUnpaid = hasFailed ? paymentRequested.leadAfterFailure : paymentRequested.lead;
  const lead =
    coverage === null
      ? leadUnpaid(other, left)
      : paymentRequested.leadCovered(other, left, coverageWords(coverage, deletedOn, wording));
  const { subjects, resendCovered } = paymentRequested;
  const { [hasFailed ? reason : kind]: subject = saved.subject } =
    coverage === null ? subjects : { ...subjects, resend: resendCovered };
  return agreementMail(context, {
    subject: subject(number, left),
    title: paymentRequested.title,
    preview: lead,
    blocks: [paragraph(lead), ...toFinish(context, deletedOn)],
    why: saved.why,
  });
}

/** Party A has paid: what, for what, and what happens next. */
export function receiptMail(context: MailContext<'agreement' | 'payment'>): MailContent {
  const { agreement, payment, wording } = context;
  const { receipt } = wording.texts;
  const { me, other } = sides(context);
  const amount = wording.cents(payment.amountCents, payment.currency);
  const lead = receipt.lead(amount);
  return agreementMail(context, {
    subject: receipt.subject(formatAgreementId(agreement.agreementId)),
    title: receipt.title,
    preview: lead,
    blocks: [
      payment.isTest ? { kind: 'notice', text: receipt.test } : null,
      paragraph(lead),
      {
        kind: 'facts',
        rows: [
          row(receipt.rows.number, oneLine(must(payment.receiptNumber, 'receipt'))),
          row(receipt.rows.paidAt, wording.dateTime(receiptDate(payment))),
          row(wording.texts.rows.between, wording.texts.pair(me, other)),
          row(receipt.rows.description, oneLine(payment.description)),
          row(receipt.rows.seller, wording.texts.product),
        ],
        total: row(receipt.rows.total, amount),
      },
      ...whatComesNext(context),
      openContract(context),
    ],
    why: receipt.why,
  });
}

/** What follows on the payment; nothing once it is past, or will not come. */
function whatComesNext(context: MailContext<'agreement'>): Block[] {
  const { agreement, wording } = context;
  const { status, isRemoteContract } = agreement;
  if (status === 'completed' || status === 'cancelled') return [];
  const { nextTitle, nextRemote, next, safe } = wording.texts.receipt;
  const { other } = sides(context);
  const isAnswerDue = isRemoteContract && !isContract(agreement);
  return [heading(nextTitle), paragraph(isAnswerDue ? nextRemote(other) : next(other)), paragraph(safe)];
}

/** How not to buy it. What belongs to no account is opened by the key that one browser has, and stands in nobody's list. */
function wayOut({ links, ownerId }: AgreementFacts, wording: Wording): Block {
  const { cancel, cancelLabel, onlyThere } = wording.texts.saved;
  if (ownerId === null) return paragraph(onlyThere);
  return { kind: 'link', lead: cancel, label: cancelLabel, url: links.dashboard };
}

/** That nothing is to be paid; and until when, where that ends before the recording does. */
function coverageWords({ by, until }: ExpectedCoverage, deletedOn: string, wording: Wording): string {
  const { coverages, coveredUntil } = wording.texts.saved;
  if (until === null || new Date(until) >= new Date(deletedOn)) return coverages[by];
  return `${coverages[by]} ${coveredUntil(wording.dateTime(until))}`;
}

/** What is to be paid, or only finished where it is covered; until when, and how not to. */
function toFinish(context: MailContext<'agreement' | 'coverage'>, deletedOn: string): Block[] {
  const { agreement, coverage, wording } = context;
  const { saved, covered } = wording.texts;
  const { partyA, partyB, durationSeconds } = agreement;
  const date = wording.dateTime(deletedOn);
  return [
    facts([
      row(wording.texts.rows.between, wording.texts.pair(oneLine(partyA.name), oneLine(partyB.name))),
      amountRow(agreement, wording),
      ...recordedRows(agreement, wording),
      durationRow(durationSeconds, wording),
      coverage === null
        ? row(saved.price, price(agreement, wording))
        : row(covered.toPay, wording.cents(0, 'usd')),
      row(saved.deletedOn, date),
    ]),
    button(coverage === null ? saved.button : saved.buttonCovered, agreement.links.pay),
    small(coverage === null ? saved.deletion(date) : saved.deletionCovered(date)),
    wayOut(agreement, wording),
  ];
}

/** What the contract itself costs, as the one table of prices says. */
function price({ planType }: AgreementFacts, wording: Wording): string {
  return wording.cents(isPlanType(planType) ? plans[planType].priceCents : 0, 'usd');
}

/** When it was paid, as the receipt says. */
const receiptDate = (payment: PaymentFacts): string => payment.receiptDate ?? must(payment.paidAt, 'payment');
