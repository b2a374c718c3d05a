import { formatAgreementId } from '#contracts';
import type { AgreementFacts, PaymentFacts } from '../mails/facts.js';
import { formatCents, formatDateTime, oneLine } from './formats.js';
import type { MailView, Row } from './mail.view.js';
import { texts } from './texts.js';

export interface ReceiptFacts {
  agreement: AgreementFacts;
  payment: PaymentFacts;
  publicUrl: string;
}

export interface ReceiptView extends MailView {
  /** Said first when no money moved. */
  test: string | null;
  rows: Row[];
  total: Row;
  nextTitle: string;
  next: string[];
}

export function receiptView({ agreement, payment, publicUrl }: ReceiptFacts): ReceiptView {
  const { receipt } = texts;
  const payer = oneLine(agreement.partyA.name);
  const other = oneLine(agreement.partyB.name);
  const number = formatAgreementId(agreement.agreementId);
  const amount = formatCents(payment.amountCents, payment.currency);
  const lead = receipt.lead(amount);
  return {
    subject: receipt.subject(number),
    preview: lead,
    title: receipt.title,
    contract: texts.contract(number),
    greeting: texts.greeting(payer),
    lead,
    test: payment.isTest ? receipt.test : null,
    rows: [
      { label: receipt.rows.number, value: oneLine(payment.receiptNumber) },
      { label: receipt.rows.paidAt, value: formatDateTime(payment.paidAt) },
      { label: receipt.rows.parties, value: `${payer} and ${other}` },
      { label: receipt.rows.description, value: oneLine(payment.description) },
      { label: receipt.rows.seller, value: texts.product },
    ],
    total: { label: receipt.rows.total, value: amount },
    nextTitle: receipt.nextTitle,
    next: [agreement.isRemoteContract ? receipt.nextRemote(other) : receipt.next(other), receipt.safe],
    button: { label: receipt.button, url: `${publicUrl}/dashboard` },
    why: receipt.why,
    publicUrl,
  };
}
