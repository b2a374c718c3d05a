/** What is used of the package, which comes without types. */
declare module 'sherpa-onnx-node' {
  export interface Wave {
    /** -1..1 */
    samples: Float32Array;
    sampleRate: number;
  }

  export interface RecognizerConfig {
    featConfig: { sampleRate: number; featureDim: number };
    modelConfig: {
      nemoCtc?: { model: string };
      transducer?: { encoder: string; decoder: string; joiner: string };
      modelType?: string;
      tokens: string;
      numThreads: number;
      provider: 'cpu';
      debug: 0;
    };
  }

  export interface RecognizerResult {
    text: string;
    tokens: string[];
    /** Seconds at which each token begins. */
    timestamps: number[];
    /** Seconds that each token lasts; empty when the model does not say. */
    durations: number[];
    /** Natural logarithm of each token's probability; empty when the model does not say. */
    ys_log_probs: number[];
  }

  export interface OfflineStream {
    acceptWaveform(wave: Wave): void;
  }

  export interface OfflineRecognizer {
    createStream(): OfflineStream;
    decodeAsync(stream: OfflineStream): Promise<RecognizerResult>;
  }

  export interface VadConfig {
    sileroVad: {
      model: string;
      threshold: number;
      minSilenceDuration: number;
      minSpeechDuration: number;
      maxSpeechDuration: number;
      windowSize: number;
    };
    sampleRate: number;
    numThreads: number;
    provider: 'cpu';
    debug: 0;
  }

  export interface Vad {
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    /** `start` counts samples. Without an external buffer the samples are a copy. */
    front(enableExternalBuffer?: boolean): { start: number; samples: Float32Array };
    pop(): void;
    flush(): void;
  }

  export interface DiarizationConfig {
    segmentation: { pyannote: { model: string }; numThreads: number; provider: 'cpu'; debug: 0 };
    embedding: { model: string; numThreads: number; provider: 'cpu'; debug: 0 };
    clustering: { numClusters: number; threshold: number };
    minDurationOn: number;
    minDurationOff: number;
  }

  export interface Turn {
    start: number;
    end: number;
    speaker: number;
  }

  interface Sherpa {
    readWave(path: string, enableExternalBuffer?: boolean): Wave;
    OfflineRecognizer: { createAsync(config: RecognizerConfig): Promise<OfflineRecognizer> };
    Vad: new (config: VadConfig, bufferSizeInSeconds: number) => Vad;
    OfflineSpeakerDiarization: new (config: DiarizationConfig) => { process(samples: Float32Array): Turn[] };
  }

  const sherpa: Sherpa;
  export default sherpa;
}
