/** What is made of a recording. */
export const derivedNames = ['audio.mp3', 'audio.webm', 'preview.mp3', 'working.wav'] as const;
export type DerivedName = (typeof derivedNames)[number];

/** Where it lies in the object store. */
export function derivedKey(recordingId: string, name: DerivedName): string {
  return `recordings/${recordingId}/${name}`;
}
