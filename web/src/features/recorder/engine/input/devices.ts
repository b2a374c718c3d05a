import { readStored, removeStored, writeStored } from '../../../../lib/browser/storage';

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
