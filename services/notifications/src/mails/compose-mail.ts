import type { SendMailOptions } from 'nodemailer';
import { type Mailbox, parseMailbox } from '../smtp/smtp.module.js';
import type { RenderedMail } from './rendering/render-mail.js';
import { oneLine, wordings } from './texts/wording.js';

/** Larger files are not attached; every mail with one has a link to the contract as well. Bytes. */
const MAX_ATTACHMENT = 10 * 1024 * 1024;

export interface Envelope {
  messageId: string;
  to: Mailbox;
  replyTo: Mailbox | null;
}

/** The message as it goes to the mail server. Names only travel as values of address objects, never as header text. */
export function composeMail(
  { messageId, to, replyTo }: Envelope,
  rendered: RenderedMail,
  config: { mailFrom: string; publicUrl: string },
): SendMailOptions {
  const from = parseMailbox(config.mailFrom);
  return {
    from,
    to,
    envelope: { from: from.address, to: [to.address] },
    ...(replyTo === null ? {} : { replyTo }),
    messageId,
    subject: oneLine(rendered.subject),
    text: rendered.text,
    html: rendered.html,
    attachments: rendered.attachments
      .filter(({ content }) => Buffer.byteLength(content) <= MAX_ATTACHMENT)
      .map(({ filename, content }) => ({
        filename,
        content,
        contentType: filename.endsWith('.pdf') ? 'application/pdf' : 'text/plain; charset=utf-8',
      })),
    list: {
      id: { url: `agreements.${new URL(config.publicUrl).hostname}`, comment: wordings.en.texts.product },
    },
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
