import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface TrappedMail {
  to: string;
  raw: string;
  messageId: string;
}

/** A mail server that keeps what it is given, and misbehaves when told to. */
export class MailTrap {
  readonly mails: TrappedMail[] = [];
  /** Addresses refused for good. */
  readonly unknown = new Set<string>();
  /** Addresses refused for now. */
  readonly full = new Set<string>();
  /** What every recipient is answered, such as `550 5.7.1 relaying denied`, for as many tries. */
  refusing = { answer: '', times: 0 };
  /** How many messages are taken and then left without an answer, the connection cut. */
  cutAfterData = 0;
  private server: SMTPServer | null = null;

  /** @param port where to listen; 0 takes a free one. */
  constructor(private port = 0) {}

  /** Listens; after `stop`, on the same port as before. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, callback) => {
        if (this.refusing.times > 0) {
          this.refusing.times -= 1;
          const [, code, words] = /^(\d{3}) (.+)$/.exec(this.refusing.answer) ?? [];
          return callback(Object.assign(new Error(words), { responseCode: Number(code) }));
        }
        if (this.full.has(address)) {
          return callback(Object.assign(new Error('The mailbox is full'), { responseCode: 452 }));
        }
        if (!this.unknown.has(address)) return callback();
        callback(Object.assign(new Error(`<${address}> has no mailbox here`), { responseCode: 550 }));
      },
      onData: (stream, session, callback) => {
        text(stream).then((raw) => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join(',');
          this.mails.push({ to, raw, messageId: /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '' });
          if (this.cutAfterData === 0) return callback();
          this.cutAfterData -= 1;
          for (const connection of server.connections) connection.close();
        }, callback);
      },
    });
    // Clients that go away are part of the tests.
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const server = this.server;
    this.server = null;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Mails about one contract, oldest first. */
  about(agreementId: string): TrappedMail[] {
    return this.mails.filter(({ raw }) => raw.includes(`transcript_${agreementId}.txt`));
  }
}
