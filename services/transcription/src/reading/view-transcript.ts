import { fallbackOptions } from '#contracts';
import type { RecordedSegment, RecordingEntity, TranscriptSegment } from '../recordings/recordings.module.js';
import { languageTag, type SpeechEngineErrorCode } from '../speech/speech.module.js';
import { markUnsure, qualityOf, type TranscriptEntity } from '../transcripts/transcripts.module.js';
import { findSpokenConsents } from './spoken-consents.js';
import type {
  HumanOrderState,
  HumanTranscript,
  SegmentView,
  SpeakerView,
  SpokenConsentView,
  TranscriptView,
} from './transcript.view.js';

const NO_ENGINE: SpeechEngineErrorCode = 'no_engine';

/** What is told of a recording; nothing of one that is not known yet. */
type KnownRecording = Pick<RecordingEntity, 'peaks' | 'language'> | undefined;

/** @param besides `recordings`: party A's, then party B's; `heard`: the segments there are while it is being made. */
export function viewTranscript(
  transcript: TranscriptEntity,
  besides: {
    recordings: readonly KnownRecording[];
    human: HumanTranscript | null;
    humanOfPartyA?: HumanTranscript | null;
    humanOrder?: HumanOrderState | null;
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
    humanOrder: besides.humanOrder ?? null,
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

/** Of an agreement that has none yet. */
export function emptyTranscript(agreementId: string, humanOrder: HumanOrderState | null): TranscriptView {
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
    humanOrder,
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
  const { stage, segments, gaps, speakers, areVoicesUnclear, consentRecordingId, engine, language } =
    transcript;
  // What a person wrote has speakers only where each party has a recording.
  const isNameless = engine === 'human' && !speakers?.length;
  if (stage !== 'done' || segments === null || isNameless) return [];
  const isApart = consentRecordingId !== null;
  return findSpokenConsents({
    segments: segments.map(viewSegment),
    ...{ gaps: gaps ?? [], speakers: speakers ?? [] },
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
