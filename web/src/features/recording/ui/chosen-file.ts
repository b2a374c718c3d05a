import { useEffect, useRef, useState } from 'react';
import { getSession } from '../../../lib/session/session';
import { graceSeconds, overrunSeconds } from '../../payments/plans.gen';
import { LEVELS_PER_SECOND, loudness } from '../engine/mixer';
import type { Recorder } from '../engine/recorder';
import { type DraftRecording, holdsMicrophone } from '../engine/recorder-state';

/** Whether a file is longer than the server takes: a little over its plan, because it ends between two seconds. */
export function isTooLong(seconds: number, limitSeconds: number): boolean {
  return limitSeconds > 0 && seconds > limitSeconds + graceSeconds;
}

/**
 * Whether the server refuses a recording for its length: of a file a little over its plan, of the recorder's more, which
 * goes on while the page stands still.
 */
export function isRefusedAsTooLong(
  { seconds, fileName }: Pick<DraftRecording, 'seconds' | 'fileName'>,
  limitSeconds: number,
): boolean {
  if (fileName !== undefined) return isTooLong(seconds, limitSeconds);
  return limitSeconds > 0 && seconds > limitSeconds + overrunSeconds;
}

const LONGEST_LOOK_MS = 4000;

/** Length of a sound in seconds as this browser sees it; null when it cannot tell. */
function lengthOf(blob: Blob): Promise<number | null> {
  return new Promise((resolve) => {
    const audio = new Audio();
    const url = URL.createObjectURL(blob);
    const answer = (seconds: number | null) => {
      clearTimeout(timer);
      audio.removeAttribute('src');
      URL.revokeObjectURL(url);
      resolve(seconds);
    };
    const timer = setTimeout(() => answer(null), LONGEST_LOOK_MS);
    audio.preload = 'metadata';
    audio.onloadedmetadata = () => answer(Number.isFinite(audio.duration) ? audio.duration : null);
    audio.onerror = () => answer(null);
    audio.src = url;
  });
}

/** Enough to tell how loud speech is, and little to hold of ten minutes. */
const SAMPLES_PER_SECOND = 8000;
/** What is larger or longer, as an hour of music, is not unpacked: a phone would run out of memory. */
const MOST_UNPACKED_BYTES = 30 * 1024 * 1024;
/** As large at most where the length is not known. */
const MOST_UNKNOWN_BYTES = 5 * 1024 * 1024;
/** As long at most where the plan has no limit. */
const MOST_UNPACKED_SECONDS = 15 * 60;

/** Whether a sound is small enough to be unpacked. @param seconds its length; null where nobody can tell */
export function mayUnpack(bytes: number, seconds: number | null, limitSeconds: number): boolean {
  if (seconds === null) return bytes <= MOST_UNKNOWN_BYTES;
  const isLong = limitSeconds > 0 ? isTooLong(seconds, limitSeconds) : seconds > MOST_UNPACKED_SECONDS;
  return bytes <= MOST_UNPACKED_BYTES && !isLong;
}

interface Heard {
  seconds: number;
  levels: number[];
}

/** Length and loudness of a sound; null where this browser cannot unpack it. */
async function listenTo(blob: Blob): Promise<Heard | null> {
  try {
    const context = new OfflineAudioContext(1, 1, SAMPLES_PER_SECOND);
    const sound = await context.decodeAudioData(await blob.arrayBuffer());
    return { seconds: sound.duration, levels: levelsOf(sound) };
  } catch {
    return null;
  }
}

/** Loudness every 100 ms, of the loudest channel: a recorder with two microphones may have used one. */
export function levelsOf(
  sound: Pick<AudioBuffer, 'sampleRate' | 'numberOfChannels' | 'getChannelData'>,
): number[] {
  const step = Math.round(sound.sampleRate / LEVELS_PER_SECOND);
  const channels = Array.from({ length: sound.numberOfChannels }, (_, n) => sound.getChannelData(n));
  const length = channels[0]?.length ?? 0;
  return Array.from({ length: Math.ceil(length / step) }, (_, n) => {
    const levels = channels.map((samples) => loudness(samples.subarray(n * step, (n + 1) * step)));
    return Math.round(Math.max(...levels) * 100) / 100;
  });
}

/** What to do with a file once it has been looked at. */
interface Prepared {
  /** It still counts. */
  accept: () => void;
  /** Something else counts by now: takes back what was done for it. */
  drop?: () => Promise<void>;
}

interface ChosenFile {
  /** Whether a file that was chosen is being looked at. */
  isLooking: boolean;
  /** Looks at a file; a recording comes of it unless something else counts by then. */
  choose: (file: File) => Promise<void>;
  /** Something else counts now than the file that is being looked at. */
  drop: () => void;
}

/**
 * Makes a recording of a chosen file.
 * @param prepare is given the file as a recording, with length 0 where the browser cannot tell, and answers what to do
 * then; nothing if it is of no use
 */
export function useChosenFile(
  recorder: Recorder,
  limitSeconds: number,
  prepare: (sound: DraftRecording) => Promise<Prepared | undefined>,
): ChosenFile {
  /** Rises with everything that counts, so that a file whose length comes late is dropped. */
  const choice = useRef(0);
  const [isLooking, setLooking] = useState(false);

  const begin = (looks: boolean): number => {
    choice.current += 1;
    setLooking(looks);
    return choice.current;
  };

  useEffect(
    () => () => {
      choice.current += 1;
    },
    [],
  );

  const choose = async (file: File) => {
    const mine = begin(true);
    try {
      const length = await lengthOf(file);
      if (mine !== choice.current) return;
      const heard = mayUnpack(file.size, length, limitSeconds) ? await listenTo(file) : null;
      if (mine !== choice.current) return;
      const prepared = await prepare({
        ...{
          id: crypto.randomUUID(),
          blob: file,
          mime: file.type,
          fileName: file.name.replace(/\p{C}/gu, ''),
        },
        ...{ seconds: length ?? heard?.seconds ?? 0, levels: heard?.levels ?? [] },
        ...{ startedAt: new Date(file.lastModified), isOnDevice: true, preview: '' },
        ...{ language: recorder.language, turns: [], userId: getSession().user?.id },
      });
      // Meanwhile a recording may have been begun, and that is not ended for a file.
      const { state } = recorder.getSnapshot();
      const isBusy = state === 'requesting' || holdsMicrophone(state);
      if (mine === choice.current && !isBusy) prepared?.accept();
      else await prepared?.drop?.();
    } finally {
      if (mine === choice.current) setLooking(false);
    }
  };

  return { isLooking, choose, drop: () => void begin(false) };
}
