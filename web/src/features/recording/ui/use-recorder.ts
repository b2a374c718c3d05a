import { useEffect, useState, useSyncExternalStore } from 'react';
import { recordTexts } from '#texts/record';
import { hashOf } from '../../../lib/browser/files';
import { speakDuration } from '../../../lib/format';
import { Recorder } from '../engine/recorder';
import type { DraftRecording, RecorderSnapshot, RecorderState } from '../engine/recorder-state';

/** One recorder for the life of the component; the microphone goes when the component does. */
export function useRecorder(limitSeconds: number): { recorder: Recorder; snapshot: RecorderSnapshot } {
  const [recorder] = useState(() => new Recorder(limitSeconds));
  useEffect(() => {
    recorder.limitSeconds = limitSeconds;
  }, [recorder, limitSeconds]);
  const snapshot = useSyncExternalStore(recorder.subscribe, recorder.getSnapshot, recorder.getSnapshot);
  useEffect(() => {
    const region = createLiveRegion();
    const stop = announce(recorder, region.say);
    return () => {
      stop();
      region.remove();
      recorder.reset();
    };
  }, [recorder]);
  return { recorder, snapshot };
}

/** Fingerprint of a recording on this device; null until it is known. */
export function useFingerprint(draft: DraftRecording | null): string | null {
  const blob = draft?.blob;
  const [known, setKnown] = useState<{ blob: Blob; hash: string | null } | null>(null);
  useEffect(() => {
    let isGone = false;
    if (!blob) return;
    hashOf(blob)
      .then((hash) => !isGone && setKnown({ blob, hash }))
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [blob]);
  // Never that of the recording before.
  return known && known.blob === blob ? known.hash : null;
}

/** A place on the page that is read out when its text changes. It outlives the screen that is recorded on. */
function createLiveRegion(): { say: (text: string) => void; remove: () => void } {
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.className = 'sr-only';
  document.body.append(region);
  return {
    say: (text) => {
      region.textContent = text;
    },
    remove: () => region.remove(),
  };
}

/** Says what happens to a recording, never by the second. Answers how to stop. */
export function announce(
  recorder: Pick<Recorder, 'getSnapshot' | 'subscribe' | 'limitSeconds'>,
  say: (text: string) => void,
): () => void {
  let before = recorder.getSnapshot();
  return recorder.subscribe(() => {
    const now = recorder.getSnapshot();
    const isRunning = before.state === 'recording' && now.state === 'recording';
    const said = isRunning
      ? timeAnnouncement(before.seconds, now.seconds, recorder.limitSeconds)
      : announcementFor(before.state, now);
    before = now;
    if (said) say(said);
  });
}

/** What to say when the recorder goes from one state to another; null for silence. An interruption speaks for itself. */
export function announcementFor(before: RecorderState, now: RecorderSnapshot): string | null {
  const say = recordTexts.recorder.announce;
  if (before === now.state) return null;
  if (now.state === 'recording') return before === 'requesting' ? say.started : say.resumed;
  if (now.state === 'paused') return say.paused;
  if (now.state === 'stopped' && before === 'stopping') {
    return now.endedBy === 'limit' ? say.limit : say.stopped(speakDuration(now.seconds));
  }
  return null;
}

const SHARES = [60, 80, 90];
const LAST_SECONDS = 30;

/** What to say at this very second; null nearly always. */
function mark(second: number, limit: number): string | null {
  const say = recordTexts.recorder.announce;
  const left = limit - second;
  const said: string[] = [];
  if (second % 60 === 0) said.push(say.minute(speakDuration(second)));
  const share = limit > 0 && SHARES.find((percent) => Math.round((limit * percent) / 100) === second);
  if (share) said.push(say.share(share, speakDuration(left)));
  else if (left === LAST_SECONDS) said.push(say.last30);
  return said.length > 0 ? said.join('. ') : null;
}

/**
 * What to say as time passes: each full minute, at 60, 80 and 90 % of the limit, and when 30 seconds are left.
 * @param before whole seconds already spoken for @param limit seconds
 */
export function timeAnnouncement(before: number, now: number, limit: number): string | null {
  let said: string | null = null;
  // A page that was asleep leaves seconds out; only the newest mark is worth saying then.
  for (let second = Math.max(before + 1, 1); second <= now; second += 1) {
    if (limit > 0 && second >= limit) break;
    said = mark(second, limit) ?? said;
  }
  return said;
}
