import type { Logger } from 'pino';
import type { Models } from '../models/models.js';
import { NeuralEngine } from './neural/neural.engine.js';
import { OpenAiEngine } from './openai.engine.js';
import { PocketSphinxEngine } from './pocketsphinx.engine.js';
import { SpeechEngines } from './speech-engines.js';

export const engineNames = ['openai', 'neural', 'pocketsphinx'] as const;
export type EngineName = (typeof engineNames)[number];

export interface SpeechConfig {
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
