import { readStored, removeStored, writeStored } from '../../../lib/browser/storage';

const SOUND: MediaTrackConstraints = {
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

/** An open microphone. It is never used again after `release`: some browsers then hand out silence. */
export interface Microphone {
  stream: MediaStream;
  label: string;
  /** The wanted microphone is not there; this is the browser's own choice instead. */
  isSubstitute: boolean;
  release: () => void;
}

function microphoneOf(stream: MediaStream, isSubstitute: boolean): Microphone {
  return {
    stream,
    label: stream.getAudioTracks()[0]?.label ?? '',
    isSubstitute: isSubstitute,
    release: () => {
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

/** Asks for a fresh microphone. @param wanted id of the one that was chosen, if any */
export async function openMicrophone(wanted: string | null): Promise<Microphone> {
  const { mediaDevices } = navigator;
  if (wanted) {
    try {
      const audio = { ...SOUND, deviceId: { exact: wanted } };
      return microphoneOf(await mediaDevices.getUserMedia({ audio }), false);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return microphoneOf(await mediaDevices.getUserMedia({ audio: SOUND }), wanted !== null);
}

/** Why nothing can be recorded here at all; null when it can. */
export function refusalOf(): 'unavailable' | 'insecure' | null {
  // Browsers hide microphones from pages that came over plain http.
  if (!window.isSecureContext) return 'insecure';
  return typeof MediaRecorder === 'undefined' ||
    typeof AudioContext === 'undefined' ||
    !navigator.mediaDevices?.getUserMedia
    ? 'unavailable'
    : null;
}

/** Why a microphone could not be opened. */
export type MicrophoneProblem = 'denied' | 'missing' | 'busy' | 'fail';

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

/** What a failed request for the microphone means. */
export function problemOf(error: unknown): MicrophoneProblem {
  switch (nameOf(error)) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'fail';
  }
}

/** Whether the request failed because that very microphone is not there. */
export function isGone(error: unknown): boolean {
  return problemOf(error) === 'missing';
}

const KEY = 'ssc-microphone';

/** A microphone that can be chosen. */
export interface MicrophoneChoice {
  id: string;
  label: string;
}

/** The microphone that was chosen on this device; null for the browser's own choice. */
export function chosenMicrophone(): string | null {
  return readStored(KEY);
}

/** Remembers the choice for the next recording; null forgets it. */
export function chooseMicrophone(id: string | null): void {
  if (id) writeStored(KEY, id);
  else removeStored(KEY);
}

/** The microphones whose names the browser tells; before the permission it tells none. */
export function choicesOf(devices: readonly MediaDeviceInfo[]): MicrophoneChoice[] {
  return devices
    .filter(({ kind, deviceId, label }) => kind === 'audioinput' && deviceId !== '' && label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Lists what is plugged in now; empty where the browser does not say. */
export async function listMicrophones(): Promise<MicrophoneChoice[]> {
  try {
    return choicesOf(await navigator.mediaDevices.enumerateDevices());
  } catch {
    return [];
  }
}

const HEADSET = /bluetooth|airpods|\bbuds\b|galaxy buds|\bwh-|\bwf-|hands-?free|headset|jabra|bose|beats/i;
const WIRED = /\busb\b|wired|jack/i;
const BUILT_IN = /built-?in|internal|macbook|iphone|ipad|microphone array|phone microphone|integrated/i;

/** Whether a microphone's name looks like a Bluetooth headset; those fall to the quality of a phone call. */
export function isHeadset(label: string): boolean {
  return HEADSET.test(label) && !WIRED.test(label);
}

/** The built-in microphone that would sound better than the one in use; null when there is nothing to gain. */
export function betterMicrophone(
  usedLabel: string,
  choices: readonly MicrophoneChoice[],
): MicrophoneChoice | null {
  if (!isHeadset(usedLabel)) return null;
  return (
    choices.find(({ id, label }) => id !== 'default' && BUILT_IN.test(label) && !isHeadset(label)) ?? null
  );
}
