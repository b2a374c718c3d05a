import { render } from '@react-email/components';
import { createElement } from 'react';
import { proofText, receiptText } from './plain-text.js';
import { ProofMail } from './proof.js';
import { type ProofFacts, proofView } from './proof.view.js';
import { ReceiptMail } from './receipt.js';
import { type ReceiptFacts, receiptView } from './receipt.view.js';
import { type TextFile, transcriptFile } from './transcript-file.js';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  attachments: TextFile[];
}

/** The mail to the payer: what was paid, for what, and what happens next. */
export async function renderReceipt(facts: ReceiptFacts): Promise<RenderedMail> {
  const view = receiptView(facts);
  return {
    subject: view.subject,
    html: await render(createElement(ReceiptMail, view)),
    text: receiptText(view),
    attachments: [],
  };
}

/** The mail to each party when the agreement is complete, with the transcript attached. */
export async function renderProof(facts: ProofFacts): Promise<RenderedMail> {
  const view = proofView(facts);
  return {
    subject: view.subject,
    html: await render(createElement(ProofMail, view)),
    text: proofText(view),
    attachments: [transcriptFile(facts.agreement, facts.transcript)],
  };
}
