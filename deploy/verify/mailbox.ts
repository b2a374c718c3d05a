import type { Findings, Invariant, System } from './invariant.js';

interface MailboxMail {
  messageId?: string;
}

const MAILBOX_MS = 60_000;
const bare = (messageId: string): string => messageId.replace(/[<>]/g, '');

/** How often each mail lies in the mailbox of the local run (maildev), by its Message-ID. */
async function countMails(mailboxUrl: string): Promise<Map<string, number>> {
  const answer = await fetch(`${mailboxUrl}/email`, { signal: AbortSignal.timeout(MAILBOX_MS) });
  if (!answer.ok) throw new Error(`The mailbox answered ${answer.status}`);
  const times = new Map<string, number>();
  for (const { messageId = '' } of (await answer.json()) as MailboxMail[]) {
    times.set(bare(messageId), (times.get(bare(messageId)) ?? 0) + 1);
  }
  return times;
}

async function checkMailbox({ databases, mailboxUrl }: System, findings: Findings): Promise<void> {
  if (mailboxUrl === null) {
    findings.note('not looked at: VERIFY_MAILBOX_URL is not set');
    return;
  }
  const times = await countMails(mailboxUrl);
  const all = databases.notifications.batches<{ id: string; key: string; status: string; isTried: boolean }>(
    `select message_id as id, key, status, status = 'skipped' and last_error is not null as "isTried" from mails`,
  );
  for await (const rows of all) {
    findings.checked(rows.length);
    for (const { id, key, status, isTried } of rows) {
      const found = times.get(bare(id)) ?? 0;
      times.delete(bare(id));
      // When the sender dies between the server's 250 and the row, the next try sends a copy with the same Message-ID,
      // by which mail servers and programs show it once. SMTP has no way to send exactly once.
      if (found > 1 && status !== 'skipped')
        findings.note(`${key} (${id}) came ${found} times; its copies have one Message-ID and show as one`);
      if (isTried && found > 0) {
        findings.note(`${key} (${id}) was skipped by a later try than the one that had sent it`);
        continue;
      }
      // One that is queued may have left in this moment.
      if ((status === 'sent' && found > 0) || (status !== 'sent' && found === 0) || status === 'queued')
        continue;
      findings.violation(`${key} (${id}) is ${status} and lies in the mailbox ${found} times`);
    }
  }
  for (const [id, found] of times) {
    // Of an outage support is told at once: its database may be what is away.
    if (id.startsWith('outage-')) {
      if (found > 1) findings.note(`<${id}>, about an outage, was sent by ${found} copies of notifications`);
      continue;
    }
    // One that was written down after the rows were read.
    const rows = await databases.notifications.read('select 1 from mails where message_id = $1', [`<${id}>`]);
    if (rows.length === 0)
      findings.violation(`<${id}> lies in the mailbox ${found} times and nobody owed it`);
  }
}

export const mailboxInvariant: Invariant = {
  name: 'mailbox-holds-each-mail-once',
  says: 'In the mailbox of a local run lies every sent mail, in copies of one Message-ID at most, and no other.',
  holds: 'eventually',
  reads: ['notifications', 'mailbox'],
  check: checkMailbox,
};
