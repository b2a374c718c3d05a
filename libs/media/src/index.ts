export { type AudioCut, type CutAudioOptions, cutAudio } from './cut-audio.js';
export {
  type AudioCopy,
  type DeriveAudioOptions,
  deriveAudio,
  type MeasuredAudio,
  type MediaWorkOptions,
  measureAudio,
} from './derive-audio.js';
export type { DerivedFile } from './derived-file.js';
export type { OtherSound, SoundsCompared, SoundsWanted } from './likeness/compare-sounds.js';
export { compareSoundsAside } from './likeness/compare-sounds-process.js';
export { decodeSamples } from './likeness/decode-samples.js';
export { MediaError, type MediaErrorCode } from './media.error.js';
export {
  isNetworkTaken,
  type MediaTool,
  type MediaToolOptions,
  type MediaToolResult,
  runMediaTool,
  UNPAID_NICENESS,
  WAITED_FOR_NICENESS,
} from './media-tool.js';
export { askNodeProgram, type NodeProgramOptions, runNodeProgram } from './node-program.js';
export { outlineOf } from './peaks.js';
export { type PreparedPhoto, preparePhoto } from './prepare-photo.js';
export { type AudioProbe, type ProbeAudioOptions, probeAudio } from './probe-audio.js';
export {
  type AudioExtension,
  type ImageExtension,
  SNIFF_BYTES,
  type SniffedMedia,
  sniff,
  sniffFile,
} from './sniff.js';
export type { SpeechSpan } from './speech/speech-meter.js';
