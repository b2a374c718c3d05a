import { formatAgreementId, isPlanType, plans } from '#contracts';
import type { AgreementFacts } from '../mails/facts.js';
import type { MailContext } from '../mails/mail.context.js';
import { must } from '../mails/mail.row.js';
import { agreementLetter, amountRow, durationRow, recordedRow, row, sides } from './agreement-letter.js';
import { formatCents, formatDateTime, formatDaysUntil, oneLine } from './formats.js';
import { type Block, button, facts, heading, type Letter, paragraph, small } from './letter.js';
import { texts } from './texts.js';

/** Party A has saved a recording that is not paid yet. */
export function savedLetter(context: MailContext<'agreement'>): Letter {
  const { agreement } = context;
  const { saved } = texts;
  const { other, number } = sides(context);
  const lead = saved.lead(other, price(agreement));
  const deletedOn = must(agreement.expiresAt, 'day of deletion');
  return agreementLetter(context, {
    subject: saved.subject(number),
    title: saved.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      toPay(agreement, deletedOn),
      button(saved.button, agreement.links.pay),
      small(saved.deletion(formatDateTime(deletedOn))),
      cancelLink(agreement),
    ],
    why: saved.why,
  });
}

/** Party A is told again that the recording is not paid: asked for, or before it is deleted. */
export function paymentRequestedLetter(context: MailContext<'agreement'>): Letter {
  const { agreement, mail, now } = context;
  const { saved, paymentRequested } = texts;
  const { other, number } = sides(context);
  const deletedOn = must(mail.details.endsAt, 'day of deletion');
  const lead = paymentRequested.lead(other, formatDaysUntil(deletedOn, now));
  const subject = paymentRequested.subjects[mail.details.kind ?? ''] ?? saved.subject;
  return agreementLetter(context, {
    subject: subject(number),
    title: paymentRequested.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      toPay(agreement, deletedOn),
      button(saved.button, agreement.links.pay),
      small(saved.deletion(formatDateTime(deletedOn))),
      cancelLink(agreement),
    ],
    why: saved.why,
  });
}

/** Party A has paid: what, for what, and what happens next. */
export function receiptLetter(context: MailContext<'agreement' | 'payment'>): Letter {
  const { agreement, payment } = context;
  const { receipt } = texts;
  const { me, other } = sides(context);
  const amount = formatCents(payment.amountCents, payment.currency);
  const lead = receipt.lead(amount);
  return agreementLetter(context, {
    subject: receipt.subject(formatAgreementId(agreement.agreementId)),
    title: receipt.title,
    preview: lead,
    blocks: [
      payment.isTest ? { kind: 'notice', text: receipt.test } : null,
      paragraph(lead),
      {
        kind: 'facts',
        rows: [
          row(receipt.rows.number, oneLine(payment.receiptNumber)),
          row(receipt.rows.paidAt, formatDateTime(payment.paidAt)),
          row(texts.rows.between, `${me} and ${other}`),
          row(receipt.rows.description, oneLine(payment.description)),
          row(receipt.rows.seller, texts.product),
        ],
        total: row(receipt.rows.total, amount),
      },
      heading(receipt.nextTitle),
      paragraph(agreement.isRemoteContract ? receipt.nextRemote(other) : receipt.next(other)),
      paragraph(receipt.safe),
      button(texts.openContracts, agreement.links.dashboard),
    ],
    why: receipt.why,
  });
}

function cancelLink({ links }: AgreementFacts): Block {
  const { cancel, cancelLabel } = texts.saved;
  return { kind: 'link', lead: cancel, label: cancelLabel, url: links.dashboard };
}

function toPay(agreement: AgreementFacts, deletedOn: string): Block {
  const { partyA, partyB, durationSeconds } = agreement;
  return facts([
    row(texts.rows.between, `${oneLine(partyA.name)} and ${oneLine(partyB.name)}`),
    amountRow(agreement),
    recordedRow(agreement),
    durationRow(durationSeconds),
    row(texts.saved.price, price(agreement)),
    row(texts.saved.deletedOn, formatDateTime(deletedOn)),
  ]);
}

/** What the contract itself costs, as the one table of prices says. */
function price({ planType }: AgreementFacts): string {
  return formatCents(isPlanType(planType) ? plans[planType].priceCents : 0, 'usd');
}
