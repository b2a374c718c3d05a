import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { invitationTexts } from '#texts/invitation';
import { ApiError } from '../../lib/api/api-error';
import { Bell } from '../../lib/bell';
import { hashOf } from '../../lib/sha256';
import type { Take } from '../recorder/engine/recorder';
import { markSaved } from '../recorder/spool/recovery';
import { untilAnswered } from '../recorder/upload/repeat';
import type { WaitCause } from '../recorder/upload/transfer/retry';
import { sendConsent } from './api';
import type { Ticks } from './statements';

interface ConsentOptions {
  agreementId: string;
  key: string | null;
  statements: Ticks;
  take: Take | null;
}

/** Sends a spoken consent and compares the server's fingerprint with this device's. */
export function useConsent({ agreementId, key, statements, take }: ConsentOptions) {
  const [hash, setHash] = useState<string | null>(null);
  const [progress, setProgress] = useState(0);
  const [waitsFor, setWaitsFor] = useState<WaitCause | null>(null);
  const bell = useRef(new Bell());
  const control = useRef<AbortController | null>(null);
  const hashing = useRef<Promise<string | null>>(Promise.resolve(null));

  useEffect(() => {
    let isGone = false;
    setHash(null);
    if (!take) return;
    hashing.current = hashOf(take.blob).catch(() => null);
    hashing.current.then((value) => !isGone && setHash(value)).catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [take]);

  useEffect(() => () => control.current?.abort(), []);

  const send = useMutation({
    mutationFn: async (recorded: Take) => {
      const mine = new AbortController();
      control.current = mine;
      const { signal } = mine;
      setProgress(0);
      // The same recording again is answered with the receipt of the first time.
      const answer = await untilAnswered(
        () => sendConsent({ agreementId, key, statements, take: recorded, onProgress: setProgress, signal }),
        { onWait: setWaitsFor, bell: bell.current, signal },
      );
      const own = await hashing.current;
      if (own && own !== answer.sha256) {
        const { mismatch } = invitationTexts.review;
        throw new ApiError(422, 'hash_mismatch', mismatch, mismatch);
      }
      return answer;
    },
    onSuccess: (_answer, recorded) => {
      markSaved(recorded.id, agreementId).catch(() => undefined);
    },
  });

  return {
    ...{ hash, progress, send },
    /** Why sending pauses; null while it runs. */
    waitsFor: send.isPending ? waitsFor : null,
    retry: () => bell.current.ring(),
  };
}
