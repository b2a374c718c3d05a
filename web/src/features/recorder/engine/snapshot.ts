import type { SpokenLanguage } from '../../../lib/api/api-types';
import type { LineTurn } from '../script';
import type { MicrophoneChoice } from './input/devices';
import type { MicrophoneProblem } from './input/errors';
import type { RecorderState } from './state';
import type { Interruption } from './watch/interruptions';
import type { Sound } from './watch/sound-watch';

/** A finished recording. */
export interface Take {
  id: string;
  blob: Blob;
  mime: string;
  seconds: number;
  startedAt: Date;
  /** Loudness every 100 ms, 0 to 1. */
  levels: number[];
  isOnDevice: boolean;
  /** What is spoken in it, as whoever recorded it says. */
  language: SpokenLanguage;
  /** Whose lines were pressed as said when, in order. */
  turns: readonly LineTurn[];
  /** What the browser believed to hear while recording; '' without the live preview. */
  preview: string;
}

/** Everything a screen needs to know of a recorder. */
export interface RecorderSnapshot {
  state: RecorderState;
  /** Whole seconds recorded. */
  seconds: number;
  take: Take | null;
  isDurable: boolean;
  sound: Sound;
  /** Why the take stands still, in the interrupted state. */
  interruption: Interruption | null;
  /** In the interrupted state: the device gave the microphone back. */
  isMicrophoneBack: boolean;
  /** In the interrupted state: whether a microphone is being asked for. */
  isReopening: boolean;
  /** Why going on did not work. */
  reopenProblem: MicrophoneProblem | null;
  /** The chosen microphone was not there; this one is used instead. */
  standIn: string | null;
  /** A microphone that would sound better than the one in use. */
  better: MicrophoneChoice | null;
  /** Why the last take ended by itself. */
  endedBy: 'limit' | 'error' | null;
}

export const EMPTY_SNAPSHOT: RecorderSnapshot = {
  state: 'idle',
  seconds: 0,
  take: null,
  isDurable: true,
  sound: 'waiting',
  interruption: null,
  isMicrophoneBack: false,
  isReopening: false,
  reopenProblem: null,
  standIn: null,
  better: null,
  endedBy: null,
};
