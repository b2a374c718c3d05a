import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readMailbox } from '#stand-ins';
import { eventually } from '../eventually.js';
import { Journey } from './journey.js';

export interface Invitation {
  agreementId: string;
  /** Null when the link was passed on by hand. */
  key: string | null;
}

/** What party B ticks before speaking. */
const allStatements = {
  isNamedPerson: true,
  agreesToRecording: true,
  agreesToElectronicRecords: true,
  hasHeardTerms: true,
};
export const WORDING_VERSION = '2026-11';

/** The newest invitation in the mailbox of an address. */
export function invitationTo(mailboxUrl: string, address: string, after = 0): Promise<Invitation> {
  return eventually(
    async () => {
      const mails = await readMailbox(mailboxUrl);
      const links = mails
        .filter((mail) => mail.to.includes(address))
        .map((mail) => /\/remote-contract\/(\d{16})\?key=([\w.%-]+)/.exec(mail.text))
        .filter((link) => link !== null);
      const [, agreementId, key] = links[links.length - 1] ?? [];
      if (links.length <= after || !agreementId || !key) throw new Error(`${links.length} invitations`);
      return { agreementId, key: decodeURIComponent(key) };
    },
    30_000,
    `an invitation to ${address}`,
  );
}

/** Party B on the way from the link to the answer: without an account, through the public API alone. */
export class PartyB {
  private readonly visitor: Journey;

  constructor(
    readonly url: string,
    public invitation: Invitation,
    language?: string,
  ) {
    this.visitor = new Journey(url, language === undefined ? {} : { language });
  }

  read() {
    return this.visitor.call<Record<string, unknown>>('GET', this.path('', true));
  }

  view() {
    return this.visitor.call('POST', this.path('/view'), { json: this.key() });
  }

  sendLink() {
    return this.visitor.call('POST', this.path('/send-link'));
  }

  sendCode() {
    return this.visitor.call('POST', this.path('/code'));
  }

  /** Goes on with the key that the digits bring. */
  async confirmCode(code: string) {
    const answer = await this.visitor.call<{ key: string }>('POST', this.path('/code/confirm'), {
      json: { code },
    });
    if (answer.status === 200) this.invitation = { ...this.invitation, key: answer.body.key };
    return answer;
  }

  /** Party A's recording. */
  async hear(): Promise<number> {
    const answer = await fetch(this.url + this.path('/audio', true));
    await answer.arrayBuffer();
    return answer.status;
  }

  async consent(audioPath: string, fields: Record<string, unknown> = {}) {
    const form = new FormData();
    const data = { ...this.key(), wordingVersion: WORDING_VERSION, statements: allStatements, ...fields };
    form.set('consent', JSON.stringify(data));
    form.set('audio', new Blob([await readFile(audioPath)]), basename(audioPath));
    return this.visitor.call<Record<string, unknown>>('POST', this.path('/consent'), { form });
  }

  decline(reason: string) {
    return this.visitor.call<Record<string, unknown>>('POST', this.path('/decline'), {
      json: { reason, ...this.key() },
    });
  }

  private path(end: string, isKeyed = false): string {
    const { agreementId, key } = this.invitation;
    const query = isKeyed && key !== null ? `?key=${encodeURIComponent(key)}` : '';
    return `/api/agreements/remote/${agreementId}${end}${query}`;
  }

  private key(): { key?: string } {
    return this.invitation.key === null ? {} : { key: this.invitation.key };
  }
}
