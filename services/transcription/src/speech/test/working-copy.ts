import { deriveAudio, measureAudio } from '#media';
import type { SpeechInput } from '../speech-engine.js';

/** A recording as engines get it. */
export async function workingCopy(path: string, directory: string): Promise<SpeechInput> {
  const { durationSeconds, gainDb } = await measureAudio(path);
  const { working } = await deriveAudio(path, directory, ['working'], { gainDb });
  return { path: working.path, durationSeconds };
}
