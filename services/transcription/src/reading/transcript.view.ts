import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type TranscriptStage, transcriptStages } from '#contracts';
import {
  type SpeakerBasis,
  speakerBases,
  type VoiceMatch,
  voiceMatches,
} from '../diarization/diarization.module.js';
import { type HumanOrderStatus, humanOrderStatuses } from '../human-transcripts/human-transcripts.module.js';
import type { RecordedSegment, RecordingSide } from '../recordings/recordings.module.js';
import { type AmountCheck, type Term, type TermKind, termKinds } from '../terms/terms.module.js';
import { type TranscriptQuality, transcriptQualities } from '../transcripts/transcripts.module.js';
import {
  type SpokenConsent,
  type SpokenConsentState,
  spokenConsentStates,
  type UncheckedReason,
  uncheckedReasons,
} from './spoken-consents.js';

class FallbackOption {
  @ApiProperty() available: boolean;
  @ApiProperty({ example: 'A person transcribes your recording within 24 hours for $2.00.' })
  description: string;
}

/** What people can do when the engine could not hear what was said. */
export class FallbackOptions {
  @ApiProperty() manualService: FallbackOption;
  @ApiProperty() customerService: FallbackOption;
}

const HASH = '9f2c1e7b5a3d4c6e8f00112233445566778899aabbccddeeff00112233445566';

export class WordView {
  @ApiProperty({ example: 3.2, description: 'Seconds' }) start: number;
  @ApiProperty({ example: 3.5, description: 'Seconds' }) end: number;
  @ApiProperty({ example: 'agree' }) text: string;
  @ApiProperty({ type: Number, nullable: true, description: '0..1' }) confidence: number | null;
  @ApiPropertyOptional({
    example: 'two thousand dollars',
    description: 'As it was said, where it is written in another way',
  })
  spoken?: string;
  @ApiPropertyOptional({ enum: [true], description: 'Should be checked by ear' }) isUnsure?: true;
}

export class SegmentView implements RecordedSegment {
  @ApiProperty({
    enum: ['a', 'b'],
    description: "Whose recording it is from: party A's, or party B's of an agreement made apart",
  })
  recording: RecordingSide;

  @ApiProperty({ example: 3.2, description: 'Seconds from the start of that recording' }) start: number;
  @ApiProperty({ example: 5.9, description: 'Seconds from the start of that recording' }) end: number;
  @ApiProperty({ example: 'I agree to sell my car for two thousand dollars.' }) text: string;
  @ApiProperty({ type: String, nullable: true, example: '1', description: 'One of `speakers`' })
  speaker: string | null;
  @ApiProperty({ type: Number, nullable: true, description: '0..1' }) confidence: number | null;
  @ApiProperty({
    type: [WordView],
    nullable: true,
    description: 'Null when the engine gives no times of words',
  })
  words: WordView[] | null;
  @ApiProperty({ description: 'Nobody seems to speak where these words were heard' }) isDoubtful: boolean;
  @ApiProperty({ description: 'Somebody else speaks at the same time' }) isOverlap: boolean;
}

export class GapView {
  @ApiProperty({ enum: ['a', 'b'] }) recording: RecordingSide;
  @ApiProperty({ example: 12.4, description: 'Seconds' }) start: number;
  @ApiProperty({ example: 19.1, description: 'Seconds' }) end: number;
}

export class SpeakerView {
  @ApiProperty({ example: '1', description: 'As the segments name this voice' }) label: string;
  @ApiProperty({ enum: ['a', 'b'], nullable: true, description: 'The party it is taken for' })
  party: RecordingSide | null;
  @ApiProperty({
    example: 'Anna Miller',
    description: "The party's name, or what the owner calls this voice",
  })
  name: string;
  @ApiProperty({
    enum: [...speakerBases, 'owner'],
    nullable: true,
    description:
      'Why: said the name, spoke where the lines of this party were pressed, is the other of two of whom one is named, has a recording of their own, or named by the owner; `order`, who speaks first, only in older transcripts',
  })
  basis: SpeakerBasis | 'owner' | null;
}

export class TermView implements Term {
  @ApiProperty({ enum: termKinds }) kind: TermKind;
  @ApiProperty({ example: 'two thousand dollars', description: 'As it stands in the transcript' })
  text: string;
  @ApiProperty({ type: String, nullable: true, example: '2000.00 USD', description: 'Normalised' })
  value: string | null;
  @ApiProperty({ enum: ['a', 'b'] }) recording: RecordingSide;
  @ApiProperty({ example: 5.4, description: 'Second of that recording at which it was said' }) start: number;
  @ApiProperty({ type: String, nullable: true, example: '1' }) speaker: string | null;
  @ApiProperty({ description: 'Should be checked by ear before anybody relies on it' }) isUnsure: boolean;
}

export class AmountCheckView implements AmountCheck {
  @ApiProperty({ example: 200_000 }) typedCents: number;
  @ApiProperty({ type: [Number], example: [250_000] }) spokenCents: number[];
  @ApiProperty({ description: 'False when amounts were said and none of them is the typed one' })
  agrees: boolean;
}

/** Whether a party is heard saying that they agree. */
export class SpokenConsentView implements SpokenConsent {
  @ApiProperty({ enum: ['a', 'b'] }) party: RecordingSide;
  @ApiProperty({
    enum: spokenConsentStates,
    description:
      '`not_said`: they speak and do not say it; `silent`: they are never heard; `unchecked`: nobody can say',
  })
  state: SpokenConsentState;
  @ApiProperty({
    enum: uncheckedReasons,
    nullable: true,
    description:
      'Why it could not be checked. `words`: they are not good, not clear enough or missing where somebody speaks, or in another language than those in which it is looked for; `voices`: nobody knows who said them; `taken_back`: what follows a yes may undo it',
  })
  reason: UncheckedReason | null;
  @ApiProperty({ enum: ['a', 'b'], nullable: true }) recording: RecordingSide | null;
  @ApiProperty({ type: Number, nullable: true, example: 18.2, description: 'Second of that recording' })
  start: number | null;
  @ApiProperty({ type: String, nullable: true, example: 'Yes, I agree.' }) text: string | null;
}

export class HumanTranscript {
  @ApiProperty({ example: 'I agree to sell my car for two thousand dollars.' }) text: string;
  @ApiProperty({ example: HASH }) sha256: string;
  @ApiProperty({ format: 'date-time' }) deliveredAt: string;
}

/** How far the transcript is that a person was asked to make. */
export class HumanOrderState {
  @ApiProperty({
    enum: humanOrderStatuses,
    description:
      '`requested` is not paid; of one that is `refunded` the money went back, and it can be ordered again',
  })
  status: HumanOrderStatus;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null until it is paid' })
  dueAt: string | null;
}

export class TranscriptView {
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ enum: ['none', ...transcriptStages] }) status: TranscriptStage | 'none';
  @ApiProperty({ minimum: 0, maximum: 100 }) percent: number;
  @ApiProperty({ description: "Party A's words, then party B's if they were apart" }) text: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'en',
    description: "What is spoken in party A's recording, as BCP-47; null where nobody knows",
  })
  language: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: "The same of party B's, when it is one of its own",
  })
  consentLanguage: string | null;
  @ApiProperty({ example: 20.34, description: 'Of all recordings together' }) durationSeconds: number;
  @ApiProperty({ type: String, nullable: true, description: '`human` when a person wrote it' })
  engine: string | null;
  @ApiProperty({ description: 'Made by an engine that often mishears' }) draft: boolean;
  @ApiProperty({
    enum: transcriptQualities,
    nullable: true,
    description:
      '`draft`: words are often wrong, terms are not confirmed; `unclear`: words are mostly wrong, so nobody is mailed them. Null until there are words',
  })
  quality: TranscriptQuality | null;
  @ApiProperty({
    enum: ['language'],
    nullable: true,
    description: 'Why it failed: no engine that is here now understands the language. Null for other reasons',
  })
  problem: 'language' | null;
  @ApiProperty({ type: String, nullable: true, example: HASH }) sha256: string | null;
  @ApiProperty({ type: [Number], description: "Loudness of party A's recording over time, 0..1" })
  peaks: number[];
  @ApiProperty({ type: [Number], description: "The same of party B's, when it is one of its own" })
  consentPeaks: number[];
  @ApiProperty({
    type: [SegmentView],
    description: 'While it is being made: those of the parts that are done',
  })
  segments: SegmentView[];
  @ApiProperty({ type: [GapView], description: 'Somebody speaks here, but there are no words' })
  gaps: GapView[];
  @ApiProperty({ type: [SpeakerView] }) speakers: SpeakerView[];
  @ApiProperty({
    description: 'Two people speak in one recording, and nobody could tell who says what',
  })
  areVoicesUnclear: boolean;
  @ApiProperty({
    description:
      'One voice was found in a recording that two people made together: perhaps one speaks, perhaps both sound alike',
  })
  isOneVoice: boolean;
  @ApiProperty({
    type: [TermView],
    description: 'What the parties settled, in the order in which it was said',
  })
  terms: TermView[];
  @ApiProperty({
    type: AmountCheckView,
    nullable: true,
    description: 'Null when no amount was typed, or none that was said can be compared',
  })
  amountCheck: AmountCheckView | null;
  @ApiProperty({ type: [SpokenConsentView], description: 'Of each party; empty until it is done' })
  spokenConsents: SpokenConsentView[];
  @ApiProperty({
    enum: voiceMatches,
    nullable: true,
    description:
      'Whether the two recordings sound like one person, as a machine hears it: a hint, never proof. Null where there is one recording',
  })
  voiceMatch: VoiceMatch | null;
  @ApiProperty({ description: 'A draft that an engine which is here now could make better' })
  isRenewable: boolean;
  @ApiProperty({ description: 'A better engine makes it anew; these words stay until then' })
  isRenewing: boolean;
  @ApiProperty({ type: HumanTranscript, nullable: true, description: 'Made by a person, beside the other' })
  human: HumanTranscript | null;
  @ApiPropertyOptional({
    type: HumanTranscript,
    description: "Made by a person of party A's recording alone, before party B's was there",
  })
  humanOfPartyA?: HumanTranscript;
  @ApiProperty({
    type: HumanOrderState,
    nullable: true,
    description: 'The order of a transcript by a person that counts; null where there is none',
  })
  humanOrder: HumanOrderState | null;
  @ApiProperty({ type: FallbackOptions, nullable: true, description: 'Only when it failed' })
  fallbackOptions: FallbackOptions | null;
}

export class GeneratedTranscript {
  @ApiProperty() transcript: string;
  @ApiProperty({ description: 'True when it existed before this call' }) cached: boolean;
}

export class TranscriptPending {
  @ApiProperty({ enum: transcriptStages }) status: TranscriptStage;
  @ApiProperty({ minimum: 0, maximum: 100 }) percent: number;
}
