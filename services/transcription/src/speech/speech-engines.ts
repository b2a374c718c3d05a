import type { SpeechEngine } from './speech-engine.js';

/** What is spoken in each recording of a transcript; null where nobody said. */
export type SpokenLanguages = readonly (string | null)[];

/** The engines of this service, the best first. Which of them can be asked changes while it runs. */
export class SpeechEngines {
  constructor(readonly engines: readonly SpeechEngine[]) {}

  /**
   * The best that can be asked now and understands all of this. Where nobody said what is spoken, all do. Null when there
   * is none: words of another language than the one that is spoken are worse than no words.
   */
  choose(languages: SpokenLanguages): SpeechEngine | null {
    return this.engines.find((engine) => engine.isReady() && understands(engine, languages)) ?? null;
  }

  /** How each is, the best first. */
  states(): EngineState[] {
    return this.engines.map((engine) => {
      const { name, languages, isDraft } = engine;
      return { name, languages, isDraft, isReady: engine.isReady() };
    });
  }

  /** Languages of which one could be transcribed now; null when all could. */
  readyFor(): string[] | null {
    const ready = this.engines.filter((engine) => engine.isReady());
    if (ready.some(({ languages }) => languages === null)) return null;
    return [...new Set(ready.flatMap(({ languages }) => languages ?? []))];
  }
}

/** How an engine is, for operators. */
export interface EngineState {
  name: string;
  /** Codes of two letters; null when it understands what people usually speak. */
  languages: readonly string[] | null;
  isDraft: boolean;
  isReady: boolean;
}

function understands({ languages }: SpeechEngine, spoken: SpokenLanguages): boolean {
  return languages === null || spoken.every((language) => language === null || languages.includes(language));
}
