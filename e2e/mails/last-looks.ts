import { type MailTemplate, mailTemplates } from '../../services/notifications/src/mails/mail.catalogue.js';
import type { Scene } from './scene.js';

/** Mails that one process has under way. */
const SENT_AT_ONCE = 5;

/** Once every event was delivered three times and nothing is under way, there is no mail beside those that are owed. */
export async function nothingElseCame({ events, room, system }: Scene<string>): Promise<void> {
  const consumers = await system.query<{ consumer: string }>(
    'notifications',
    'select distinct consumer from inbox',
  );
  await events.settled(consumers.map(({ consumer }) => `notifications.${consumer}`));
  await system.healthy();
  await system.drain();
  await room.complete(1000);
  expect(await system.query('notifications', 'select * from dead_letters')).toEqual([]);
}

/**
 * Every kind of mail that belongs here came, so that no new one goes without a look at it. Of one that came before its
 * process was killed, and had no reason any more at the next run, the log says `skipped`.
 */
export async function everyKindCame(
  { room, system }: Scene<string>,
  belongsHere: (template: MailTemplate) => boolean,
): Promise<void> {
  const mails = await system.query<{ template: MailTemplate; id: string; status: string }>(
    'notifications',
    `select template, trim(message_id, '<>') as id, status from mails`,
  );
  const copies = await room.copiesOfEach();
  const came = mails.filter(({ id, status }) => status === 'sent' || copies.has(id));
  const found = [...new Set(came.map(({ template }) => template).filter(belongsHere))];
  expect(found.sort()).toEqual(mailTemplates.filter(belongsHere).sort());
}

/**
 * A second copy of a mail is there only when the process was killed before it knew of the first. When the mail had no
 * reason any more at the next run, the log says `skipped` of it.
 */
export async function copiesCameOfKillsOnly({ kills, room, system }: Scene<string>): Promise<void> {
  const rows = await system.query<{ key: string; id: string; status: string; runs: number }>(
    'notifications',
    // Where time was moved on, old jobs are gone: no more runs than there were kills and one.
    `select m.key, trim(m.message_id, '<>') as id, m.status, coalesce(j.fence, $1 + 1) as runs
     from mails m left join jobs j on j.name = 'send-mail' and j.key = m.key`,
    [kills],
  );
  const copies = await room.copiesOfEach();
  const left = rows.filter(({ status, id }) => status === 'sent' || copies.has(id));
  // Of what was skipped, the run that skipped it sent no copy.
  const most = ({ status, runs }: { status: string; runs: number }) => (status === 'sent' ? runs : runs - 1);
  const once = left.map((row) => [row.key, (copies.get(row.id) ?? 0) <= most(row), copies.has(row.id)]);
  expect(once).toEqual(left.map(({ key }) => [key, true, true]));
  expect([left.length, copies.size]).toEqual([room.count, room.count]);
  expect((await room.copies()) - room.count).toBeLessThanOrEqual(kills * SENT_AT_ONCE);
}
