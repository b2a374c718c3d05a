import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, ServiceClient } from '#platform';
import {
  compareVoices,
  type FoundSpeaker,
  findSpeakers,
  type HeardRecording,
  nameSpeakers,
} from '../diarization/diarization.module.js';
import type { RecordedSegment, RecordingEntity, RecordingSide } from '../recordings/recordings.module.js';
import {
  checkAmount,
  type DealFacts,
  type Spoken,
  TERMS_READER,
  type Term,
  type TermsReader,
} from '../terms/terms.module.js';
import { findGaps, markDoubtful } from './coverage.js';
import { askDealFacts } from './deal-facts.js';
import {
  type JoinedTranscript,
  labelsOfEngine,
  type TranscriptContent,
  wordsOnly,
} from './transcript-content.js';
import { LEAST_SURE, markUnsure } from './word-confidence.js';

interface ComposeOptions {
  signal: AbortSignal;
  /** Go on without the facts of the deal when they cannot be had. */
  isLastAttempt: boolean;
}

/** A heard recording, and whether where somebody speaks was looked for at all. */
export type CheckedRecording = HeardRecording & { isSpeechKnown: boolean };

/** Makes the transcript of what was heard: who speaks, what is doubtful or missing, what was settled. */
@Injectable()
export class TranscriptComposer {
  constructor(
    private readonly agreements: ServiceClient<'agreements'>,
    @Inject(TERMS_READER) private readonly terms: TermsReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The words are never lost over finding out more about them. @throws AppError when the facts cannot be had yet */
  async compose(
    heard: readonly CheckedRecording[],
    agreementId: string,
    { signal, isLastAttempt }: ComposeOptions,
  ): Promise<TranscriptContent> {
    const orElse = async <T>(what: string, find: () => Promise<T> | T, otherwise: T): Promise<T> => {
      try {
        return await find();
      } catch (error) {
        signal.throwIfAborted();
        this.logger.error({ err: error, agreementId }, `a transcript goes without ${what}`);
        return otherwise;
      }
    };
    const askFacts = async (): Promise<DealFacts> => ({
      ...(await askDealFacts(this.agreements, agreementId)),
      ...timesOf(heard),
    });
    const facts = isLastAttempt
      ? await orElse<DealFacts | null>('the facts of the deal', askFacts, null)
      : await askFacts();
    const isApart = heard.length > 1 || (facts?.isRemote ?? false);
    const {
      segments: labelled,
      areVoicesUnclear,
      isOneVoice,
    } = await orElse(
      'its speakers',
      () => findSpeakers([...heard], { signal, isApart }),
      labelsOfEngine(heard),
    );
    const voiceMatch =
      heard.length < 2
        ? null
        : await orElse('comparing its voices', () => compareVoices(heard, signal), 'unknown' as const);
    const segments = heard.flatMap(({ recording, speech, isSpeechKnown }) => {
      const own = labelled.filter((segment) => segment.recording === recording);
      return isSpeechKnown ? markDoubtful(own, speech) : own;
    });
    const nameless = speakersOf(segments);
    // Nobody knows whose it is, or whether two alike were taken for one.
    const speakers =
      facts && !isOneVoice
        ? await orElse(
            'names of speakers',
            () => nameSpeakers(segments, facts, isApart ? [] : (heard[0]?.turns ?? []), spokenIn(heard)),
            nameless,
          )
        : nameless;
    const terms = facts
      ? await orElse<Term[] | null>(
          'terms',
          () => this.terms.read(segments, facts, signal, spokenIn(heard)),
          null,
        )
      : null;
    return {
      text: textOf(segments),
      durationSeconds: heard.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
      language:
        heard.flatMap(({ parts }) => parts).find(({ language }) => language !== null)?.language ?? null,
      segments,
      gaps: heard.flatMap(({ recording, speech, isSpeechKnown }) =>
        isSpeechKnown
          ? findGaps(
              recording,
              segments.filter((segment) => segment.recording === recording),
              speech,
            )
          : [],
      ),
      speakers,
      areVoicesUnclear,
      voiceMatch,
      isOneVoice,
      partyNames: facts && { a: facts.partyA, b: facts.partyB },
      terms: terms ?? [],
      // Of terms that could not be read nobody knows what they say of the amount.
      amountCheck:
        facts &&
        terms &&
        checkAmount(markedTerms(terms, segments), facts.amountCents, segments, spokenIn(heard)),
    };
  }

  /**
   * The same of what a person wrote: nothing is to be listened to, and of two recordings each party is known by theirs.
   * Never lost over its terms.
   * @throws AppError when the facts cannot be had
   */
  async composeWritten(
    written: JoinedTranscript & { speakers: FoundSpeaker[] },
    recordings: readonly RecordingEntity[],
    agreementId: string,
  ): Promise<TranscriptContent & { partyNames: Record<RecordingSide, string> }> {
    const { segments, speakers } = written;
    const known = recordings.map(({ language, startedAt, createdAt }, index): Circumstances => {
      const recording = index === 0 ? 'a' : 'b';
      return { recording, parts: [], language, startedAt, recordedAt: createdAt };
    });
    const facts = { ...(await askDealFacts(this.agreements, agreementId)), ...timesOf(known) };
    const signal = AbortSignal.timeout(WRITTEN_TERMS_MS);
    const terms = await this.terms
      .read(segments, facts, signal, spokenIn(known))
      .catch((error: unknown): Term[] | null => {
        this.logger.error({ err: error, agreementId }, "a person's transcript goes without terms");
        return null;
      });
    return {
      ...wordsOnly(written),
      speakers,
      voiceMatch: recordings.length < 2 ? null : 'unknown',
      partyNames: { a: facts.partyA, b: facts.partyB },
      terms: terms ?? [],
      amountCheck: terms && checkAmount(terms, facts.amountCents, segments, spokenIn(known)),
    };
  }
}

/**
 * The terms for the check of the amount, with the engine's own measure of its words: what it guessed tells nothing of the
 * amount. What merely should be checked by ear does, or hardly anybody would be warned. What is stored goes without
 * that, and of a draft no check is kept.
 */
function markedTerms(terms: readonly Term[], segments: readonly RecordedSegment[]): Term[] {
  return markUnsure(segments, terms, { isDraft: false, leastOfTerms: LEAST_SURE }).terms;
}

/** Somebody waits for the answer. */
const WRITTEN_TERMS_MS = 15_000;

/** What is known of a recording beside what is said in it. */
type Circumstances = Pick<HeardRecording, 'recording' | 'parts' | 'language' | 'startedAt' | 'recordedAt'>;

/** What the engine heard counts more than what its sender said. */
function spokenIn(heard: readonly Circumstances[]): Spoken {
  const of = (side: RecordingSide) => {
    const recording = heard.find((one) => one.recording === side);
    return (
      recording?.parts.find(({ language }) => language !== null)?.language ?? recording?.language ?? null
    );
  };
  return { a: of('a'), b: of('b') };
}

/** Each party counts from the day on which they spoke. */
function timesOf(heard: readonly Circumstances[]): Pick<DealFacts, 'startedAt' | 'recordedAt'> {
  const of = (side: RecordingSide) => heard.find(({ recording }) => recording === side) ?? heard[0];
  const [a, b] = [of('a'), of('b')];
  return {
    startedAt: { a: a?.startedAt ?? null, b: b?.startedAt ?? null },
    recordedAt: { a: a?.recordedAt ?? new Date(), b: b?.recordedAt ?? new Date() },
  };
}

function speakersOf(segments: readonly RecordedSegment[]): FoundSpeaker[] {
  const labels = new Set(segments.map(({ speaker }) => speaker).filter((label) => label !== null));
  return [...labels].map((label) => ({ label, party: null, basis: null }));
}

/** One line per segment; those of party A's recording come first. */
function textOf(segments: readonly RecordedSegment[]): string {
  return segments
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n');
}
