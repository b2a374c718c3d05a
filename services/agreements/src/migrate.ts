import { type MigrationOptions, runMigrations } from '#platform';
import { Agreements1763690400000 } from './migrations/20261121-0100-agreements.js';
import { TwoParties1763704800000 } from './migrations/20261121-0600-two-parties.js';
import { DeadLetters1763705400000 } from './migrations/20261121-0610-dead-letters.js';
import { HeldPayments1763708400000 } from './migrations/20261121-0700-held-payments.js';
import { Outlines1763826600000 } from './migrations/20261122-1550-outlines.js';
import { UnfinishedUploads1763827200000 } from './migrations/20261122-1600-unfinished-uploads.js';
import { DeadLetterReplays1763971200000 } from './migrations/20261124-0800-dead-letter-replays.js';
import { PublishedEvents1763973420000 } from './migrations/20261124-0837-published-events.js';
import { DailyUse1763990400000 } from './migrations/20261124-1320-daily-use.js';
import { LogSeals1763991600000 } from './migrations/20261124-1340-log-seals.js';
import { ConsentCodes1764001200000 } from './migrations/20261124-1620-consent-codes.js';
import { Confirmations1764002400000 } from './migrations/20261124-1640-confirmations.js';
import { Seals1764003600000 } from './migrations/20261124-1700-seals.js';
import { CopiesAndLogHeads1764016200000 } from './migrations/20261124-2030-copies-and-log-heads.js';
import { DealKinds1764016200000 } from './migrations/20261124-2030-deal-kinds.js';
import { PartyLanguages1764017100000 } from './migrations/20261124-2045-party-languages.js';
import { SoundPrints1764017280000 } from './migrations/20261124-2048-sound-prints.js';
import { DeviceMatches1764018000000 } from './migrations/20261124-2100-device-matches.js';
import { Titles1764031200000 } from './migrations/20261125-0040-titles.js';
import { AnyLanguage1764041400000 } from './migrations/20261125-0330-any-language.js';
import { TranscribeCallIds1764045000000 } from './migrations/20261125-0430-transcribe-call-ids.js';
import { PartyBEmails1764046800000 } from './migrations/20261125-0500-party-b-emails.js';
import { ManifestHashes1764047400000 } from './migrations/20261125-0510-manifest-hashes.js';
import { TranscriptCopies1764048000000 } from './migrations/20261125-0520-transcript-copies.js';
import { ContentDeletionBegun1764090000000 } from './migrations/20261125-1700-content-deletion-begun.js';
import { OwedSignings1764104400000 } from './migrations/20261125-2100-owed-signings.js';
import { UploadOwners1764185400000 } from './migrations/20261126-1930-upload-owners.js';
import { ConfirmationsOfAnotherDevice1764216000000 } from './migrations/20261127-0400-confirmations-of-another-device.js';
import { LastRounds1764231000000 } from './migrations/20261127-0810-last-rounds.js';
import { JobNotices1764259200000 } from './migrations/20261127-1600-job-notices.js';
import { TranscriptAsked1764276600000 } from './migrations/20261127-2050-transcript-asked.js';
import { RecordingKeys1764428400000 } from './migrations/20261129-1500-recording-keys.js';
import { PartyBReached1764469800000 } from './migrations/20261130-0230-party-b-reached.js';
import { RecordingStarts1764489600000 } from './migrations/20261130-0800-recording-starts.js';
import { AgreementSearch1764500400000 } from './migrations/20261130-1100-agreement-search.js';
import { CheckProgress1764501000000 } from './migrations/20261130-1110-check-progress.js';
import { EscrowBuyers1764501600000 } from './migrations/20261130-1120-escrow-buyers.js';

/** From the first to the newest. */
export const migrations = [
  Agreements1763690400000,
  TwoParties1763704800000,
  DeadLetters1763705400000,
  HeldPayments1763708400000,
  Outlines1763826600000,
  UnfinishedUploads1763827200000,
  DeadLetterReplays1763971200000,
  PublishedEvents1763973420000,
  DailyUse1763990400000,
  LogSeals1763991600000,
  ConsentCodes1764001200000,
  Confirmations1764002400000,
  Seals1764003600000,
  CopiesAndLogHeads1764016200000,
  SoundPrints1764017280000,
  DeviceMatches1764018000000,
  DealKinds1764016200000,
  PartyLanguages1764017100000,
  Titles1764031200000,
  AnyLanguage1764041400000,
  TranscribeCallIds1764045000000,
  PartyBEmails1764046800000,
  ManifestHashes1764047400000,
  TranscriptCopies1764048000000,
  ContentDeletionBegun1764090000000,
  OwedSignings1764104400000,
  UploadOwners1764185400000,
  ConfirmationsOfAnotherDevice1764216000000,
  LastRounds1764231000000,
  JobNotices1764259200000,
  TranscriptAsked1764276600000,
  RecordingKeys1764428400000,
  PartyBReached1764469800000,
  RecordingStarts1764489600000,
  AgreementSearch1764500400000,
  CheckProgress1764501000000,
  EscrowBuyers1764501600000,
];

export function migrate(databaseUrl: string, options?: MigrationOptions): Promise<string[]> {
  return runMigrations(databaseUrl, migrations, options);
}
