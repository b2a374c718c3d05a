import { type MigrationOptions, runMigrations } from '#platform';
import { Transcription1763690400000 } from './migrations/20261121-0100-transcription.js';
import { UnusableRecordings1763694000000 } from './migrations/20261121-0200-unusable-recordings.js';
import { TwoRecordings1763704800000 } from './migrations/20261121-0600-two-recordings.js';
import { DeadLetters1763705400000 } from './migrations/20261121-0610-dead-letters.js';
import { PaidOrders1763708400000 } from './migrations/20261121-0700-paid-orders.js';
import { Speech1763712000000 } from './migrations/20261121-0800-speech.js';
import { TranscriptWishes1763967600000 } from './migrations/20261124-0700-transcript-wishes.js';
import { DeadLetterReplays1763971200000 } from './migrations/20261124-0800-dead-letter-replays.js';
import { PublishedEvents1763973420000 } from './migrations/20261124-0837-published-events.js';
import { PaidPreparation1763989800000 } from './migrations/20261124-1310-paid-preparation.js';
import { SpokenLanguage1764002400000 } from './migrations/20261124-1640-spoken-language.js';
import { UnclearVoices1764003000000 } from './migrations/20261124-1650-unclear-voices.js';
import { LineTurns1764016200000 } from './migrations/20261124-2030-line-turns.js';
import { OneVoice1764016800000 } from './migrations/20261124-2040-one-voice.js';
import { VoiceMatches1764017400000 } from './migrations/20261124-2050-voice-matches.js';
import { TranscriptVersions1764018600000 } from './migrations/20261124-2110-transcript-versions.js';
import { HumanOrders1764065400000 } from './migrations/20261125-1010-human-orders.js';
import { TranscriptRequests1764066000000 } from './migrations/20261125-1020-transcript-requests.js';
import { HumanOrderSearch1764185400000 } from './migrations/20261126-1930-human-order-search.js';
import { HumanOrderOrigins1764198600000 } from './migrations/20261126-2310-human-order-origins.js';
import { RecordingStarts1764216600000 } from './migrations/20261127-0410-recording-starts.js';
import { JobNotices1764259200000 } from './migrations/20261127-1600-job-notices.js';
import { DeletedContents1764321300000 } from './migrations/20261128-0915-deleted-contents.js';
import { ReplacedHumanOrders1764386400000 } from './migrations/20261129-0320-replaced-human-orders.js';
import { FailedTranscripts1764500400000 } from './migrations/20261130-1100-failed-transcripts.js';
import { RecordingHashes1764513000000 } from './migrations/20261130-1430-recording-hashes.js';
import { CorrectedHumanOrders1764541800000 } from './migrations/20261130-2230-corrected-human-orders.js';

/** From the first to the newest. */
export const migrations = [
  Transcription1763690400000,
  UnusableRecordings1763694000000,
  TwoRecordings1763704800000,
  DeadLetters1763705400000,
  PaidOrders1763708400000,
  Speech1763712000000,
  TranscriptWishes1763967600000,
  DeadLetterReplays1763971200000,
  PublishedEvents1763973420000,
  PaidPreparation1763989800000,
  SpokenLanguage1764002400000,
  UnclearVoices1764003000000,
  VoiceMatches1764017400000,
  LineTurns1764016200000,
  OneVoice1764016800000,
  TranscriptVersions1764018600000,
  HumanOrders1764065400000,
  TranscriptRequests1764066000000,
  HumanOrderSearch1764185400000,
  HumanOrderOrigins1764198600000,
  RecordingStarts1764216600000,
  JobNotices1764259200000,
  DeletedContents1764321300000,
  ReplacedHumanOrders1764386400000,
  FailedTranscripts1764500400000,
  RecordingHashes1764513000000,
  CorrectedHumanOrders1764541800000,
];

export function migrate(databaseUrl: string, options?: MigrationOptions): Promise<string[]> {
  return runMigrations(databaseUrl, migrations, options);
}
