import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { recordScreenTexts } from '#texts/record-screen';
import { toast } from '../../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../../lib/api/api-error';
import type {
  FallbackOptions,
  PendingTranscript,
  Spoken,
  TranscribedDraft,
  TranscriptStage,
} from '../../../lib/api/api-types';
import { Waker } from '../../../lib/waker';
import { fallbackFrom } from '../../agreements/act';
import { listenLive } from '../../live/live-socket';
import { isPassing, untilAnswered, type WaitCause } from '../upload/retry';
import { senderOf } from '../upload/sender';
import { isTranscribed, readTranscript, sendRecording, type TranscriptAnswer } from './record-api';

const QUEUED: PendingTranscript = { status: 'queued', percent: 0 };

/**
 * Whether sending a recording again may help. The same one again changes nothing at the server, but one account may
 * send only some an hour, and an engine that gave up, or another account that is signed in, has to be told.
 */
function mayRepeat(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status !== 429 && error.code !== 'transcription_failed' && error.code !== 'other_account';
}

/** A recording on this device. */
export interface Sound {
  blob: Blob;
  name: string;
  spoken: Spoken;
  isOnDevice: boolean;
  /** Who was signed in when it was made. */
  userId: number | undefined;
  /** The server has it. */
  onStored: () => void;
}

/** Sends a recording and follows its transcript, by live events and by asking. */
export function useTranscription(agreementId: string, token: string) {
  const [sent, setSent] = useState(0);
  const [isStored, setStored] = useState(false);
  const [progress, setProgress] = useState(QUEUED);
  const [waitsFor, setWaitsFor] = useState<WaitCause | null>(null);
  const waker = useRef(new Waker());
  const control = useRef<AbortController | null>(null);

  useEffect(() => () => control.current?.abort(), []);

  const process = useMutation({
    onError: (error, sound) => {
      const failure = failureOf(error, sound?.isOnDevice ?? true);
      if (failure.kind === 'told' && failure.title === text.authentication) tellSignedOut(failure.text);
    },
    /** Null follows what was sent before. */
    mutationFn: async (sound: Sound | null) => {
      control.current?.abort();
      const mine = new AbortController();
      control.current = mine;
      const { signal } = mine;
      setSent(0);
      setStored(sound === null);
      setProgress(QUEUED);
      if (sound === null) {
        waker.current.wake();
      } else {
        const key = crypto.randomUUID();
        const answer = await untilAnswered(
          () => {
            // To anybody else the server says that there is no such contract.
            senderOf(sound);
            return sendRecording(agreementId, sound, { key, signal, onProgress: setSent });
          },
          { mayRepeat, onWait: setWaitsFor, waker: waker.current, signal },
        );
        setStored(true);
        sound.onStored();
        if (isTranscribed(answer)) return answer;
        setProgress(answer);
      }
      return followTranscript({
        read: (asked) => readTranscript(agreementId, asked),
        waker: waker.current,
        signal,
        oldFailureMs: sound === null ? 0 : undefined,
        onProgress: (update) => setProgress((known) => further(known, update)),
      });
    },
  });

  const isFollowing = process.isPending && isStored;
  useEffect(() => {
    if (!isFollowing) return;
    return listenLive(
      { token },
      {
        onAgreement: (live) => {
          const { stage, percent } = live;
          if (live.agreementId !== agreementId || stage === null) return;
          if (stage === 'done' || stage === 'failed') waker.current.wake();
          else setProgress((known) => further(known, { status: stage, percent: percent ?? 0 }));
        },
        onConnect: () => waker.current.wake(),
      },
    );
  }, [isFollowing, agreementId, token]);

  return {
    ...{ process, sent, isStored, progress },
    /** Why sending pauses; null while it runs. */
    waitsFor: process.isPending && !isStored ? waitsFor : null,
    retry: () => waker.current.wake(),
    /** Another recording takes the place of the one that was sent. */
    reset: () => {
      process.reset();
      setStored(false);
    },
  };
}

const POLL_MS = 3000;
/** A failure from before may still be told for a moment after the transcript was asked for again. */
const OLD_FAILURE_MS = 4000;

const ORDER: TranscriptStage[] = ['queued', 'preparing', 'transcribing', 'sealing', 'done'];

/** The further of two states of progress: they come by polling and by events, and may overtake each other. */
export function further(known: PendingTranscript, update: PendingTranscript): PendingTranscript {
  const [a, b] = [ORDER.indexOf(known.status), ORDER.indexOf(update.status)];
  if (a !== b) return a > b ? known : update;
  return update.percent >= known.percent ? update : known;
}

interface FollowOptions {
  read: (signal: AbortSignal) => Promise<TranscriptAnswer>;
  waker: Waker;
  signal: AbortSignal;
  onProgress: (progress: PendingTranscript) => void;
  pollMs?: number;
  oldFailureMs?: number;
}

const isFailure = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'transcription_failed';

/** Whether an answer says nothing yet: not heard of, or the server could not be asked. */
function saysNothing(error: unknown): boolean {
  if (isFailure(error)) return false;
  return isPassing(error) || (error instanceof ApiError && error.code === 'not_ready');
}

/**
 * Asks for the transcript until it is there; a live event makes it ask at once.
 * @throws ApiError `transcription_failed` when the engine gave up; DOMException when it is given up here
 */
export async function followTranscript(options: FollowOptions): Promise<TranscribedDraft> {
  const { read, waker, signal, onProgress, pollMs = POLL_MS, oldFailureMs = OLD_FAILURE_MS } = options;
  const failsFrom = Date.now() + oldFailureMs;
  for (;;) {
    await waker.wait(pollMs, signal);
    try {
      const answer = await read(signal);
      if (isTranscribed(answer)) return answer;
      onProgress(answer);
    } catch (error) {
      const isOld = isFailure(error) && Date.now() < failsFrom;
      if (!saysNothing(error) && !isOld) throw error;
    }
  }
}

const text = recordScreenTexts.failure;

/** The session has ended, and the login page may take the place of the screen: only a toast outlives it. */
export function tellSignedOut(sentence = text.authenticationText): void {
  toast({ title: text.authentication, text: sentence, tone: 'destructive' });
}

/** What to do about a recording that was not processed. */
export type Failure =
  | { kind: 'fallback'; options: FallbackOptions | null }
  | { kind: 'too-long' | 'payment' | 'sealed' | 'gone' }
  | { kind: 'told'; title: string; text: string };

/** Whether nothing more can be recorded for the contract. */
export const isClosed = ({ kind }: Failure): boolean => kind === 'sealed' || kind === 'gone';

const told = (title: string, sentence: string): Failure => ({ kind: 'told', title, text: sentence });

/** Codes first; the words of an answer count where a code of ours is missing, as from a proxy in between. */
export function failureOf(error: unknown, isOnDevice: boolean): Failure {
  const { code, status } = error instanceof ApiError ? error : { code: '', status: -1 };
  const sentence = sentenceOf(error, '');
  const says = (words: RegExp) => words.test(sentence);
  if (code === 'transcription_failed') return { kind: 'fallback', options: fallbackFrom(error) };
  if (code === 'recording_too_long') return { kind: 'too-long' };
  if (code === 'recording_sealed') return { kind: 'sealed' };
  if (code === 'agreement_not_found' || code === 'recording_expired') return { kind: 'gone' };
  if (status === 429 || says(/quota exceeded|\b429\b/i)) return told(text.quota, text.quotaText);
  if (status === 402 || says(/payment|upgrade/i)) return { kind: 'payment' };
  if (status === 401 || says(/authentication|\b401\b/i)) {
    return told(text.authentication, isOnDevice ? text.authenticationText : text.authenticationMemory);
  }
  if (code === 'other_account') return told(text.other, sentence);
  if (status === 0) return told(text.other, isOnDevice ? text.unreachable : text.unreachableMemory);
  return told(text.other, error instanceof ApiError && sentence ? sentence : text.otherText);
}
