import type { Readable } from 'node:stream';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { assertOutsideTransaction } from '#platform';
import { NotificationsConfig } from '../config.js';
import { toMailError } from './mail-error.js';

/** The job owns every retry: a pool that sent again by itself could send twice unseen. */
const POOL = { pool: true, maxConnections: 3, maxMessages: 100, maxRequeues: 0 } as const;
const TIMEOUTS = {
  ...{ connectionTimeout: 5000, greetingTimeout: 5000, dnsTimeout: 5000 },
  // A server may take long to answer once it has the whole message. Who gives up earlier sends a copy of one that was
  // taken (RFC 5321, 4.5.3.2.6, asks for ten minutes).
  socketTimeout: 120_000,
};

/** What a message is read from, once it is written. */
interface Body {
  stream: Readable | null;
}

/** Hands messages to the mail server over a few kept connections. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport: Transporter;

  constructor(config: NotificationsConfig) {
    this.transport = createTransport({ ...POOL, ...TIMEOUTS, url: config.smtpUrl });
    // The library does not tell at which step a connection was lost; whether the message was being read then does.
    this.transport.use('stream', (mail, done) => {
      const { body } = mail.data as { body?: Body };
      mail.message.processFunc((stream) => {
        if (body) body.stream = stream;
        return stream;
      });
      done();
    });
  }

  /** Resolves when the server has taken the message. @throws MailRefusedError, MailDelayedError */
  async send(message: SendMailOptions): Promise<void> {
    assertOutsideTransaction('a mail');
    const body: Body = { stream: null };
    const followed: SendMailOptions & { body: Body } = { ...message, body };
    try {
      await this.transport.sendMail(followed);
    } catch (error) {
      throw toMailError(error, body.stream?.readableDidRead);
    }
  }

  /** Connects and logs in without sending. @throws MailDelayedError */
  async verify(): Promise<void> {
    try {
      await this.transport.verify();
    } catch (error) {
      throw toMailError(error);
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

export interface Mailbox {
  name: string;
  address: string;
}

/** Splits `Name <address>`; a bare address has an empty name. */
export function parseMailbox(mailFrom: string): Mailbox {
  const match = /^\s*"?(?<name>[^<>"]*?)"?\s*<(?<address>[^<>]+)>\s*$/.exec(mailFrom);
  return { name: match?.groups?.name ?? '', address: match?.groups?.address ?? mailFrom.trim() };
}
