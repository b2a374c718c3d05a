import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { fallbackOptions, type TranscriptStage, transcriptStages } from '#contracts';
import {
  type SpeakerBasis,
  speakerBases,
  type VoiceMatch,
  voiceMatches,
} from '../diarization/diarization.module.js';
import type {
  RecordedSegment,
  RecordingEntity,
  RecordingSide,
  TranscriptSegment,
} from '../recordings/recordings.module.js';
import { languageTag, type SpeechEngineErrorCode } from '../speech/speech.module.js';
import { type AmountCheck, type Term, type TermKind, termKinds } from '../terms/terms.module.js';
import type { TranscriptEntity } from '../transcripts/transcripts.module.js';
import {
  findSpokenConsents,
  type SpokenConsent,
  type SpokenConsentState,
  spokenConsentStates,
  type UncheckedReason,
  uncheckedReasons,
} from './spoken-consents.js';
import { markUnsure, qualityOf, type TranscriptQuality, transcriptQualities } from './word-confidence.js';

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

const NO_ENGINE: SpeechEngineErrorCode = 'no_engine';
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
      'Why it could not be checked. `words`: they are not good or not clear enough, or in another language than those in which it is looked for; `voices`: nobody knows who said them; `taken_back`: what follows a yes may undo it',
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

/** What is told of a recording; nothing of one that is not known yet. */
type KnownRecording = Pick<RecordingEntity, 'peaks' | 'language'> | undefined;

/** @param besides `recordings`: party A's, then party B's; `heard`: the segments there are while it is being made. */
export function viewTranscript(
  transcript: TranscriptEntity,
  besides: {
    recordings: readonly KnownRecording[];
    human: HumanTranscript | null;
    humanOfPartyA?: HumanTranscript | null;
    heard: RecordedSegment[];
    isRenewable?: boolean;
  },
): TranscriptView {
  return {
    agreementId: transcript.agreementId,
    status: transcript.stage,
    percent: transcript.percent,
    ...words(transcript, besides.heard, besides.recordings),
    engine: transcript.engine,
    draft: transcript.isDraft ?? false,
    quality: qualityOf(transcript),
    problem: transcript.stage === 'failed' && transcript.failure === NO_ENGINE ? 'language' : null,
    peaks: besides.recordings[0]?.peaks ?? [],
    consentPeaks: besides.recordings[1]?.peaks ?? [],
    isRenewable: (besides.isRenewable ?? false) && !transcript.isRenewing,
    isRenewing: transcript.isRenewing,
    human: besides.human,
    ...(besides.humanOfPartyA ? { humanOfPartyA: besides.humanOfPartyA } : {}),
    fallbackOptions: transcript.stage === 'failed' ? fallbackOptions : null,
  };
}

/**
 * What of a transcript is mailed, printed and sealed: of a draft no terms that nobody has confirmed, of an unclear one no
 * words. What the owner calls a voice is no evidence, because the owner is a party: speakers are named as they were found.
 */
export function viewForOthers(transcript: TranscriptEntity, read: TranscriptView): TranscriptView {
  const view = { ...read, speakers: foundSpeakers(transcript) };
  if (view.quality === 'unclear') return { ...view, text: '', segments: [], gaps: [], terms: [] };
  return view.draft ? { ...view, terms: [] } : view;
}

/** The transcript of one recording at any stage, for the service that owns the recording. */
export function viewStage(
  transcript: TranscriptEntity,
  heard: RecordedSegment[],
  recordings: readonly KnownRecording[],
) {
  const { stage, percent, recordingId, failure } = transcript;
  return { stage, percent, ...words(transcript, heard, recordings), recordingId, failure };
}

export function emptyTranscript(agreementId: string): TranscriptView {
  return {
    agreementId,
    status: 'none',
    percent: 0,
    text: '',
    language: null,
    consentLanguage: null,
    durationSeconds: 0,
    engine: null,
    draft: false,
    quality: null,
    problem: null,
    sha256: null,
    peaks: [],
    consentPeaks: [],
    segments: [],
    gaps: [],
    speakers: [],
    areVoicesUnclear: false,
    isOneVoice: false,
    terms: [],
    amountCheck: null,
    spokenConsents: [],
    voiceMatch: null,
    isRenewable: false,
    isRenewing: false,
    human: null,
    fallbackOptions: null,
  };
}

function words(
  transcript: TranscriptEntity,
  heard: RecordedSegment[],
  recordings: readonly KnownRecording[],
) {
  const { text, durationMs, segments, sha256 } = transcript;
  const marked = markUnsure((segments ?? heard).map(viewSegment), transcript.terms ?? [], {
    isDraft: transcript.isDraft ?? false,
  });
  return {
    text: text ?? '',
    ...languagesOf(transcript, recordings),
    durationSeconds: (durationMs ?? 0) / 1000,
    segments: marked.segments,
    gaps: transcript.gaps ?? [],
    speakers: viewSpeakers(transcript),
    areVoicesUnclear: transcript.areVoicesUnclear,
    isOneVoice: transcript.isOneVoice,
    terms: marked.terms,
    amountCheck: transcript.amountCheck,
    spokenConsents: viewSpokenConsents(transcript, recordings),
    voiceMatch: transcript.voiceMatch,
    sha256,
  };
}

/**
 * Of each recording. What the engine heard counts more than what the sender said; it is known for the whole transcript, so
 * of two recordings what was said with each.
 */
function languagesOf(
  { language: heard, consentRecordingId }: TranscriptEntity,
  [a, b]: readonly KnownRecording[],
): Pick<TranscriptView, 'language' | 'consentLanguage'> {
  const isApart = consentRecordingId !== null;
  const language = languageTag(isApart ? (a?.language ?? heard) : (heard ?? a?.language ?? null));
  return { language, consentLanguage: isApart ? languageTag(b?.language ?? null) : null };
}

function viewSpokenConsents(
  transcript: TranscriptEntity,
  [a, b]: readonly KnownRecording[],
): SpokenConsentView[] {
  const { stage, segments, speakers, areVoicesUnclear, consentRecordingId, engine, language } = transcript;
  // What a person wrote has speakers only where each party has a recording.
  const isNameless = engine === 'human' && !speakers?.length;
  if (stage !== 'done' || segments === null || isNameless) return [];
  const isApart = consentRecordingId !== null;
  return findSpokenConsents({
    segments: segments.map(viewSegment),
    speakers: speakers ?? [],
    ...{ areVoicesUnclear, quality: qualityOf(transcript), isApart },
    // What was heard is known for the whole transcript: of two recordings it stands for the one of which nobody said it.
    spoken: isApart
      ? { a: a?.language ?? language, b: b?.language ?? language }
      : { a: language ?? a?.language ?? null, b: null },
  });
}

/** Segments stored by earlier versions lack what came later. */
function viewSegment(segment: Partial<RecordedSegment> & TranscriptSegment): SegmentView {
  const { recording = 'a', isDoubtful = false, isOverlap = false } = segment;
  return { ...segment, recording, isDoubtful, isOverlap, words: segment.words ?? null };
}

/** The voices that were found, by the names that the owner gave them, else by those of their parties. */
function viewSpeakers(transcript: TranscriptEntity): SpeakerView[] {
  return foundSpeakers(transcript).map((found) => {
    const given = transcript.speakerNames[found.label];
    return given ? { label: found.label, party: given.party, name: given.name, basis: 'owner' } : found;
  });
}

/** The voices by the names of the parties that they were found to be. */
function foundSpeakers({ speakers, partyNames }: TranscriptEntity): SpeakerView[] {
  return (speakers ?? []).map(({ label, party, basis }) => ({
    ...{ label, party, basis },
    name: (party && partyNames?.[party]) ?? `Speaker ${label}`,
  }));
}
