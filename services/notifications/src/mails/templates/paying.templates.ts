import { formatAgreementId, isPlanType, plans } from '#contracts';
import type { AgreementFacts } from '../../facts/facts.module.js';
import type { MailContext } from '../mail.context.js';
import { must } from '../mail.subject.js';
import {
  type Block,
  button,
  facts,
  heading,
  type MailContent,
  paragraph,
  small,
} from '../rendering/mail.content.js';
import { oneLine, type Wording } from '../texts/wording.js';
import { agreementMail, amountRow, durationRow, recordedRow, row, sides } from './agreement-content.js';

/** Party A has saved a recording that is not paid yet. */
export function savedMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, wording } = context;
  const { saved } = wording.texts;
  const { other, number } = sides(context);
  const lead = saved.lead(other, price(agreement, wording));
  const deletedOn = must(agreement.expiresAt, 'day of deletion');
  return agreementMail(context, {
    subject: saved.subject(number),
    title: saved.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      toPay(agreement, deletedOn, wording),
      button(saved.button, agreement.links.pay),
      small(saved.deletion(wording.dateTime(deletedOn))),
      cancelLink(agreement, wording),
    ],
    why: saved.why,
  });
}

/** Party A is told again that the recording is not paid: asked for, or before it is deleted. */
export function paymentRequestedMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, mail, now, wording } = context;
  const { saved, paymentRequested } = wording.texts;
  const { other, number } = sides(context);
  const deletedOn = must(mail.details.endsAt, 'day of deletion');
  const lead = paymentRequested.lead(other, wording.daysUntil(deletedOn, now));
  const subject = paymentRequested.subjects[mail.details.kind ?? ''] ?? saved.subject;
  return agreementMail(context, {
    subject: subject(number),
    title: paymentRequested.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      toPay(agreement, deletedOn, wording),
      button(saved.button, agreement.links.pay),
      small(saved.deletion(wording.dateTime(deletedOn))),
      cancelLink(agreement, wording),
    ],
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
          row(receipt.rows.number, oneLine(payment.receiptNumber)),
          row(receipt.rows.paidAt, wording.dateTime(payment.paidAt)),
          row(wording.texts.rows.between, wording.texts.pair(me, other)),
          row(receipt.rows.description, oneLine(payment.description)),
          row(receipt.rows.seller, wording.texts.product),
        ],
        total: row(receipt.rows.total, amount),
      },
      heading(receipt.nextTitle),
      paragraph(agreement.isRemoteContract ? receipt.nextRemote(other) : receipt.next(other)),
      paragraph(receipt.safe),
      button(wording.texts.openContracts, agreement.links.dashboard),
    ],
    why: receipt.why,
  });
}

function cancelLink({ links }: AgreementFacts, wording: Wording): Block {
  const { cancel, cancelLabel } = wording.texts.saved;
  return { kind: 'link', lead: cancel, label: cancelLabel, url: links.dashboard };
}

function toPay(agreement: AgreementFacts, deletedOn: string, wording: Wording): Block {
  const { partyA, partyB, durationSeconds } = agreement;
  return facts([
    row(wording.texts.rows.between, wording.texts.pair(oneLine(partyA.name), oneLine(partyB.name))),
    amountRow(agreement, wording),
    recordedRow(agreement, wording),
    durationRow(durationSeconds, wording),
    row(wording.texts.saved.price, price(agreement, wording)),
    row(wording.texts.saved.deletedOn, wording.dateTime(deletedOn)),
  ]);
}

/** What the contract itself costs, as the one table of prices says. */
function price({ planType }: AgreementFacts, wording: Wording): string {
  return wording.cents(isPlanType(planType) ? plans[planType].priceCents : 0, 'usd');
}
