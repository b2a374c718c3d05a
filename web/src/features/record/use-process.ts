import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { recordScreenTexts } from '#texts/record-screen';
import { toast } from '../../components/ui/toast-store';
import { ApiError } from '../../lib/api/api-error';
import type { PendingTake, Spoken } from '../../lib/api/api-types';
import { Bell } from '../../lib/bell';
import { listenLive } from '../live/live-socket';
import { untilAnswered } from '../recorder/upload/repeat';
import type { WaitCause } from '../recorder/upload/transfer/retry';
import { isTranscribed, readTake, sendTake } from './api';
import { failureOf } from './failure';
import { followTake, further } from './follow';

const QUEUED: PendingTake = { status: 'queued', percent: 0 };

/**
 * Whether sending a recording again may help. The same one again changes nothing at the server, but one account may
 * send only some an hour, and an engine that gave up has to be told.
 */
function mayRepeat(error: unknown): boolean {
  return !(error instanceof ApiError && (error.status === 429 || error.code === 'transcription_failed'));
}

/** A recording on this device. */
export interface Sound {
  blob: Blob;
  name: string;
  spoken: Spoken;
  /** The server has it. */
  onStored: () => void;
}

/** Sends a recording and follows its transcript, by live events and by asking. */
export function useProcess(agreementId: string, token: string) {
  const [sent, setSent] = useState(0);
  const [isStored, setStored] = useState(false);
  const [progress, setProgress] = useState(QUEUED);
  const [waitsFor, setWaitsFor] = useState<WaitCause | null>(null);
  const bell = useRef(new Bell());
  const control = useRef<AbortController | null>(null);

  useEffect(() => () => control.current?.abort(), []);

  const process = useMutation({
    // The session has ended, and the login page takes the place of this screen: only a toast outlives it.
    onError: (error) => {
      const failure = failureOf(error, true);
      if (failure.kind === 'told' && failure.title === recordScreenTexts.failure.authentication) {
        toast({ title: failure.title, text: failure.text, tone: 'destructive' });
      }
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
        bell.current.ring();
      } else {
        const answer = await untilAnswered(
          () => sendTake(agreementId, sound, { signal, onProgress: setSent }),
          { mayRepeat, onWait: setWaitsFor, bell: bell.current, signal },
        );
        setStored(true);
        sound.onStored();
        if (isTranscribed(answer)) return answer;
        setProgress(answer);
      }
      return followTake({
        read: (asked) => readTake(agreementId, asked),
        bell: bell.current,
        signal,
        oldFailureMs: sound === null ? 0 : undefined,
        onProgress: (news) => setProgress((known) => further(known, news)),
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
          if (stage === 'done' || stage === 'failed') bell.current.ring();
          else setProgress((known) => further(known, { status: stage, percent: percent ?? 0 }));
        },
        onConnect: () => bell.current.ring(),
      },
    );
  }, [isFollowing, agreementId, token]);

  return {
    ...{ process, sent, isStored, progress },
    /** Why sending pauses; null while it runs. */
    waitsFor: process.isPending && !isStored ? waitsFor : null,
    retry: () => bell.current.ring(),
  };
}
