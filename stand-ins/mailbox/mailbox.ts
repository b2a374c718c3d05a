import { request } from 'undici';

/** A mail as it lies in the local mailbox. */
export interface ReceivedMail {
  id: string;
  /** Stable for one mail: a copy sent after a crash in the wrong moment has the same. */
  messageId: string;
  to: string[];
  /** Who gets an answer; empty when that is the sender. */
  replyTo: string[];
  subject: string;
  text: string;
  html: string;
  attachments: string[];
}

interface MaildevMail {
  id: string;
  messageId?: string;
  to?: { address: string }[];
  replyTo?: { address: string }[];
  subject?: string;
  text?: string;
  html?: string;
  attachments?: { generatedFileName?: string; fileName?: string }[];
}

/** Every mail in the mailbox, oldest first. */
export async function readMailbox(mailboxUrl: string): Promise<ReceivedMail[]> {
  // A connection that is kept may be closed by the other side in the moment in which it is used again.
  const answer = await request(`${mailboxUrl}/email`, { reset: true });
  if (answer.statusCode !== 200) throw new Error(`The mailbox answered ${answer.statusCode}`);
  const mails = (await answer.body.json()) as MaildevMail[];
  return mails.map((mail) => ({
    id: mail.id,
    messageId: mail.messageId ?? '',
    to: (mail.to ?? []).map((recipient) => recipient.address),
    replyTo: (mail.replyTo ?? []).map((recipient) => recipient.address),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: (mail.attachments ?? []).map((file) => file.fileName ?? file.generatedFileName ?? ''),
  }));
}
