import { isGone } from './errors';

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
  isStandIn: boolean;
  release: () => void;
}

function microphoneOf(stream: MediaStream, isStandIn: boolean): Microphone {
  return {
    stream,
    label: stream.getAudioTracks()[0]?.label ?? '',
    isStandIn,
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
