import type { SendMailOptions } from 'nodemailer';
import { parseSender } from '../smtp/sender.js';
import { oneLine } from '../templates/formats.js';
import type { RenderedMail } from '../templates/render-mail.js';
import { texts } from '../templates/texts.js';
import type { AgreementFacts, Party } from './facts.js';
import type { MailRow } from './mail.row.js';

/** The message as it goes to the mail server. Names only travel as values of address objects, never as header text. */
export function composeMail(
  mail: MailRow,
  agreement: AgreementFacts,
  rendered: RenderedMail,
  config: { mailFrom: string; publicUrl: string },
): SendMailOptions {
  const from = parseSender(config.mailFrom);
  const to = mailbox(agreement[mail.recipient]);
  const other = agreement[mail.recipient === 'partyA' ? 'partyB' : 'partyA'];
  return {
    from,
    to,
    envelope: { from: from.address, to: [to.address] },
    // An answer to a receipt is about money and goes to us; an answer to a proof is for the other party.
    ...(mail.template === 'proof' ? { replyTo: mailbox(other) } : {}),
    messageId: mail.messageId,
    subject: oneLine(rendered.subject),
    text: rendered.text,
    html: rendered.html,
    attachments: rendered.attachments.map(({ filename, content }) => ({
      filename,
      content,
      contentType: 'text/plain; charset=utf-8',
    })),
    list: { id: { url: `agreements.${new URL(config.publicUrl).hostname}`, comment: texts.product } },
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function mailbox(party: Party): { name: string; address: string } {
  return { name: oneLine(party.name), address: party.email };
}
