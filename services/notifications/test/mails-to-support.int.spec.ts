import { randomUUID } from 'node:crypto';
import { type EventEnvelope, jobGivenUp, messageDeadLettered } from '#contracts';
import { eventually } from '#testing';
import { happened, NotificationsUnderTest, readable, SUPPORT } from './notifications-under-test.js';

const deadLetter = (handler: string): EventEnvelope =>
  happened(messageDeadLettered, { letterId: randomUUID(), handler, notice: 1 });
const givenUp = (job: string): EventEnvelope => happened(jobGivenUp, { jobId: randomUUID(), job, notice: 1 });

describe('mails to support about what was given up', () => {
  let under: NotificationsUnderTest;

  beforeAll(async () => {
    under = await NotificationsUnderTest.start();
  }, 180_000);

  afterAll(() => under?.stop(), 60_000);

  const publish = async (events: EventEnvelope[]): Promise<void> => {
    await Promise.all(events.map((event) => under.publish(event)));
  };

  /** How many mails about this handler or job ended in which way, once none waits any more. */
  const endsOf = (kind: string, count: number) =>
    eventually(
      async () => {
        const rows = await under.query<{ status: string }>(
          `select status from mails where details ->> 'kind' = $1`,
          [kind],
        );
        const ends = rows.map(({ status }) => status);
        if (ends.length !== count || ends.includes('queued')) throw new Error(JSON.stringify(ends));
        return { sent: ends.filter((end) => end === 'sent').length, skipped: skippedOf(ends) };
      },
      40_000,
      `${count} mails about ${kind}`,
    );
  const skippedOf = (ends: string[]) => ends.filter((end) => end === 'skipped').length;
  const oneHourLater = (kind: string) =>
    under.query(
      `update mails set created_at = created_at - interval '1 hour' where details ->> 'kind' = $1`,
      [kind],
    );

  it.each([
    ['agreements.mark-paid', deadLetter],
    ['payments.refund-order', givenUp],
  ])(
    'are ten within an hour about %s, of which the last says so, and then ten again',
    async (kind, event) => {
      const some = (count: number) => Array.from({ length: count }, () => event(kind));
      const saysSo = () =>
        under.to(SUPPORT).filter(({ raw }) => readable(raw).includes('This is mail 10 about')).length;
      under.trap.mails.length = 0;
      await publish(some(9));
      expect(await endsOf(kind, 9)).toEqual({ sent: 9, skipped: 0 });
      expect(saysSo()).toBe(0);
      await publish(some(1));
      await endsOf(kind, 10);
      await publish(some(3));
      expect(await endsOf(kind, 13)).toEqual({ sent: 10, skipped: 3 });
      expect(saysSo()).toBe(1);
      expect(under.to(SUPPORT)).toHaveLength(10);
      await oneHourLater(kind);
      await publish(some(2));
      expect(await endsOf(kind, 15)).toEqual({ sent: 12, skipped: 3 });
    },
  );

  it('are counted for each handler apart', async () => {
    await publish(Array.from({ length: 10 }, () => deadLetter('auth.count-one')));
    await endsOf('auth.count-one', 10);
    await publish(['auth.count-one', 'auth.count-other'].map(deadLetter));
    expect(await endsOf('auth.count-one', 11)).toEqual({ sent: 10, skipped: 1 });
    expect(await endsOf('auth.count-other', 1)).toEqual({ sent: 1, skipped: 0 });
  });
});
