import { type MigrationOptions, runMigrations } from '#platform';
import { Mails1763690400000 } from './migrations/20261121-0100-mails.js';
import { AllMails1763704800000 } from './migrations/20261121-0600-all-mails.js';
import { DeadLetters1763705400000 } from './migrations/20261121-0610-dead-letters.js';
import { MoneyMails1763708400000 } from './migrations/20261121-0700-money-mails.js';
import { DeadLetterReplays1763971200000 } from './migrations/20261124-0800-dead-letter-replays.js';
import { OperationsMails1763971800000 } from './migrations/20261124-0810-operations-mails.js';
import { OutageNotices1763972400000 } from './migrations/20261124-0820-outage-notices.js';
import { Verifications1763973000000 } from './migrations/20261124-0830-verifications.js';
import { PublishedEvents1763973420000 } from './migrations/20261124-0837-published-events.js';
import { LanguagesAndPriority1764017100000 } from './migrations/20261124-2045-languages-and-priority.js';
import { AnyLanguage1764041400000 } from './migrations/20261125-0330-any-language.js';
import { TicketSearch1764185400000 } from './migrations/20261126-1930-ticket-search.js';
import { JobNotices1764259200000 } from './migrations/20261127-1600-job-notices.js';
import { MailsToSupport1764275400000 } from './migrations/20261127-2030-mails-to-support.js';

/** From the first to the newest. */
const migrations = [
  Mails1763690400000,
  AllMails1763704800000,
  DeadLetters1763705400000,
  MoneyMails1763708400000,
  DeadLetterReplays1763971200000,
  OperationsMails1763971800000,
  OutageNotices1763972400000,
  Verifications1763973000000,
  PublishedEvents1763973420000,
  LanguagesAndPriority1764017100000,
  AnyLanguage1764041400000,
  TicketSearch1764185400000,
  JobNotices1764259200000,
  MailsToSupport1764275400000,
];

export function migrate(databaseUrl: string, options?: MigrationOptions): Promise<string[]> {
  return runMigrations(databaseUrl, migrations, options);
}
