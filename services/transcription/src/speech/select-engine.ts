import type { Logger } from 'pino';
import { OpenAiEngine } from './openai.engine.js';
import { PocketSphinxEngine } from './pocketsphinx.engine.js';
import type { SpeechEngine } from './speech-engine.js';

export interface SpeechConfig {
  openaiApiKey?: string | undefined;
  openaiBaseUrl?: string | undefined;
  openaiModel?: string | undefined;
  /** For one call, in milliseconds. */
  openaiTimeoutMs?: number | undefined;
  /** Overrides the choice made from the key. */
  engine?: 'openai' | 'pocketsphinx' | undefined;
}

/**
 * OpenAI when there is a key for it, else offline recognition.
 * @throws Error when OpenAI is asked for by name and neither a key nor another server's address is given.
 */
export function selectEngine(config: SpeechConfig, logger?: Logger): SpeechEngine {
  const { openaiApiKey, openaiBaseUrl, openaiModel, openaiTimeoutMs } = config;
  const engine = config.engine ?? (openaiApiKey ? 'openai' : 'pocketsphinx');
  if (engine === 'pocketsphinx') return new PocketSphinxEngine();
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
