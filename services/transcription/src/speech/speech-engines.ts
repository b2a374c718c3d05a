import type { Logger } from 'pino';
import type { EngineName } from '../config.js';
import type { Models } from './models/models.js';
import { NeuralEngine } from './neural/neural.engine.js';
import { OpenAiEngine } from './openai/openai.engine.js';
import { PocketSphinxEngine } from './pocketsphinx.engine.js';
import type { SpeechEngine } from './speech-engine.js';

/** What is spoken in each recording of a transcript; null where nobody said. */
type SpokenLanguages = readonly (string | null)[];

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
interface EngineState {
  name: string;
  /** Codes of two letters; null when it understands what people usually speak. */
  languages: readonly string[] | null;
  isDraft: boolean;
  isReady: boolean;
}

function understands({ languages }: SpeechEngine, spoken: SpokenLanguages): boolean {
  return languages === null || spoken.every((language) => language === null || languages.includes(language));
}

interface SpeechConfig {
  openaiApiKey?: string | undefined;
  openaiBaseUrl?: string | undefined;
  openaiModel?: string | undefined;
  /** For one call, in milliseconds. */
  openaiTimeoutMs?: number | undefined;
  /** This one alone. */
  engine?: EngineName | undefined;
}

/** What a process needs beside the model itself, in bytes: Node reserves some before it does anything. */
const BESIDE_THE_MODEL = 1024 ** 3;

/** Whether the models of this machine would be asked at all. */
export function usesModels({ engine, openaiApiKey }: SpeechConfig): boolean {
  return engine === 'neural' || (engine === undefined && !openaiApiKey);
}

/**
 * OpenAI where there is a key for it; else what this machine can do itself: neural models where they are, those that know
 * most languages first, and PocketSphinx, which is always there and knows English alone.
 * @throws Error when OpenAI is asked for by name and neither a key nor another server's address is given.
 */
export function selectEngines(config: SpeechConfig, models: Models, logger?: Logger): SpeechEngines {
  const { engine, openaiApiKey } = config;
  if (engine === 'openai' || (engine === undefined && openaiApiKey)) {
    return new SpeechEngines([openAi(config, logger)]);
  }
  if (engine === 'pocketsphinx') return new SpeechEngines([new PocketSphinxEngine()]);
  const neural = models.speechModels.map(
    (model) =>
      new NeuralEngine({
        ...{ name: model.id, languages: model.languages, models: models.of(model) },
        dataBytes: model.memoryBytes * 1.5 + BESIDE_THE_MODEL,
      }),
  );
  return new SpeechEngines(engine === 'neural' ? neural : [...neural, new PocketSphinxEngine()]);
}

function openAi(config: SpeechConfig, logger: Logger | undefined): OpenAiEngine {
  const { openaiApiKey, openaiBaseUrl, openaiModel, openaiTimeoutMs } = config;
  if (!openaiApiKey && !openaiBaseUrl) {
    throw new Error(
      'the speech engine "openai" needs OPENAI_API_KEY, or OPENAI_BASE_URL of a compatible server',
    );
  }
  return new OpenAiEngine({
    // Servers in one's own network often want no key, but the protocol has no way to leave it out.
    apiKey: openaiApiKey || 'none',
    ...(openaiBaseUrl ? { baseURL: openaiBaseUrl } : {}),
    ...(openaiModel ? { model: openaiModel } : {}),
    ...(openaiTimeoutMs ? { timeoutMs: openaiTimeoutMs } : {}),
    ...(logger ? { logger } : {}),
  });
}
