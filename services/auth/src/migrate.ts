import { type MigrationOptions, runMigrations } from '#platform';
import { Accounts1763690400000 } from './migrations/20261121-0100-accounts.js';
import { AccountCare1763704800000 } from './migrations/20261121-0600-account-care.js';
import { DeadLetters1763705400000 } from './migrations/20261121-0610-dead-letters.js';
import { ChangeAddresses1763765400000 } from './migrations/20261121-2250-change-addresses.js';
import { DeadLetterReplays1763971200000 } from './migrations/20261124-0800-dead-letter-replays.js';
import { PublishedEvents1763973420000 } from './migrations/20261124-0837-published-events.js';
import { SeenSessions1763989800000 } from './migrations/20261124-1310-seen-sessions.js';
import { VerifiedAddresses1763990400000 } from './migrations/20261124-1320-verified-addresses.js';
import { AccountLanguages1764017100000 } from './migrations/20261124-2045-languages.js';
import { AnyLanguage1764041400000 } from './migrations/20261125-0330-any-language.js';
import { FoldedUsernames1764156600000 } from './migrations/20261126-1130-folded-usernames.js';
import { OldVerifiedAddresses1764230400000 } from './migrations/20261127-0800-old-verified-addresses.js';
import { ReportedActs1764233400000 } from './migrations/20261127-0850-reported-acts.js';
import { AddressesOfShutAccounts1764489600000 } from './migrations/20261130-0800-addresses-of-shut-accounts.js';
import { KnownResets1764500400000 } from './migrations/20261130-1100-known-resets.js';
import { AsciiDomains1764501000000 } from './migrations/20261130-1110-ascii-domains.js';

/** From the first to the newest. */
const migrations = [
  Accounts1763690400000,
  AccountCare1763704800000,
  DeadLetters1763705400000,
  ChangeAddresses1763765400000,
  DeadLetterReplays1763971200000,
  PublishedEvents1763973420000,
  SeenSessions1763989800000,
  VerifiedAddresses1763990400000,
  AccountLanguages1764017100000,
  AnyLanguage1764041400000,
  FoldedUsernames1764156600000,
  OldVerifiedAddresses1764230400000,
  ReportedActs1764233400000,
  AddressesOfShutAccounts1764489600000,
  KnownResets1764500400000,
  AsciiDomains1764501000000,
];

export function migrate(databaseUrl: string, options?: MigrationOptions): Promise<string[]> {
  return runMigrations(databaseUrl, migrations, options);
}
