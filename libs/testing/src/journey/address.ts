import { readMailbox } from '#stand-ins';
import { eventually } from '../eventually.js';
import type { Journey } from './journey.js';

/** Opens the newest link by which an address is confirmed, out of its mailbox. */
export async function verifyAddress(
  person: Journey,
  mailboxUrl: string,
  address = person.emailA,
): Promise<void> {
  const token = await eventually(
    async () => {
      const mails = (await readMailbox(mailboxUrl)).filter((mail) => mail.to.includes(address));
      const links = mails.map((mail) => /\/verify-address\?token=([\w.%-]+)/.exec(mail.text)?.[1]);
      const newest = links.filter((link) => link !== undefined).at(-1);
      if (newest === undefined) throw new Error(`no link among ${mails.length} mails`);
      return decodeURIComponent(newest);
    },
    30_000,
    `a link to confirm ${address}`,
  );
  await person.ask('POST', '/api/auth/verify-address', { json: { token } });
}
