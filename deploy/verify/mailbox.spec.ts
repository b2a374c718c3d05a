import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Databases, Row } from './databases.js';
import type { System } from './invariant.js';
import { mailboxInvariant } from './mailbox.js';

const OWED = { id: '<one@example.test>', key: 'receipt-1', status: 'sent' };

/** What the invariant says of these mails, given one that was sent. */
async function look(messageIds: readonly string[], owed: Row = OWED) {
  const mailbox: Server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify(messageIds.map((messageId) => ({ messageId }))));
  });
  await new Promise<void>((done) => mailbox.listen(0, '127.0.0.1', done));
  const notifications = {
    batches: async function* () {
      yield [owed];
    },
    read: async (_sql: string, [id]: unknown[]) => (id === owed.id ? [{}] : []),
  };
  const violations: string[] = [];
  const notes: string[] = [];
  try {
    const system = {
      databases: { notifications } as unknown as Databases,
      mailboxUrl: `http://127.0.0.1:${(mailbox.address() as AddressInfo).port}`,
    } as unknown as System;
    await mailboxInvariant.check(system, {
      checked: () => undefined,
      violation: (text) => violations.push(text),
      note: (text) => notes.push(text),
    });
  } finally {
    await new Promise<void>((done) => mailbox.close(() => done()));
  }
  return { violations, notes };
}

describe('mailbox-holds-each-mail-once', () => {
  it('takes copies with one Message-ID for one mail, and says so', async () => {
    expect(await look([OWED.id])).toEqual({ violations: [], notes: [] });
    expect(await look([OWED.id, OWED.id])).toEqual({
      violations: [],
      notes: ['receipt-1 (<one@example.test>) came 2 times; its copies have one Message-ID and show as one'],
    });
  });

  it('names a second mail with a Message-ID of its own', async () => {
    const { violations } = await look([OWED.id, '<two@example.test>']);
    expect(violations).toEqual(['<two@example.test> lies in the mailbox 1 times and nobody owed it']);
  });

  it('names one that is missing, and one that was left out and came all the same', async () => {
    expect((await look([])).violations).toHaveLength(1);
    expect((await look([OWED.id], { ...OWED, status: 'skipped' })).violations).toHaveLength(1);
  });

  it('takes one that may have left before it had no reason any more, and says so', async () => {
    const skipped = { ...OWED, status: 'skipped', isTried: true };
    expect(await look([], skipped)).toEqual({ violations: [], notes: [] });
    const { violations, notes } = await look([OWED.id], skipped);
    expect([violations, notes.length]).toEqual([[], 1]);
  });
});
