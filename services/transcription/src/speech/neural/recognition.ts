/** What the child process is asked to do, and what it answers: one line of JSON each. */

export interface Span {
  start: number;
  end: number;
}

/** The files of a model that turns speech into words. */
export type SpeechModelFiles =
  | { kind: 'nemo-ctc'; model: string; tokens: string }
  | { kind: 'nemo-transducer'; encoder: string; decoder: string; joiner: string; tokens: string };

export interface RecogniseTask {
  /** A WAV file of 16 kHz, mono. */
  soundPath: string;
  speech: SpeechModelFiles;
  /** Finds where somebody speaks. */
  voiceActivity: string;
  /** Tells voices apart; null when nobody is to do that here. */
  voices: { segmentation: string; embedding: string; count: number } | null;
  threads: number;
}

/** One stretch that was recognised in one go. Times are seconds from the start of the recording. */
export interface HeardChunk extends Span {
  /** Where somebody speaks in it. */
  speech: Span[];
  /** As the model cuts words; a token that begins with a blank begins a word. */
  tokens: string[];
  timestamps: number[];
  /** Empty when the model does not say. */
  durations: number[];
  /** Natural logarithms; empty when the model does not say. */
  logProbabilities: number[];
}

export interface Turn extends Span {
  speaker: number;
}

/** The models that are loaded, in this order. */
export type LoadedPart = 'voice-activity' | 'speech' | 'voices';

export type RecogniseAnswer =
  | { kind: 'loading'; part: LoadedPart }
  | { kind: 'loaded' }
  | ({ kind: 'chunk' } & HeardChunk)
  | { kind: 'turns'; turns: Turn[] }
  | { kind: 'failed'; message: string }
  /** The most that the process has held. */
  | { kind: 'done'; memoryBytes: number };
