import { type LanguageModel, OpenAiModel } from './model.client.js';

export interface ModelConfig {
  openaiApiKey?: string | undefined;
  openaiBaseUrl?: string | undefined;
  /** `none` for no model at all. */
  openaiChatModel: string;
}

/** The configured chat model; null when there is no key and no server's address for it, or none is wanted. */
export function selectLanguageModel(config: ModelConfig): LanguageModel | null {
  const { openaiApiKey, openaiBaseUrl, openaiChatModel } = config;
  if (openaiChatModel === 'none' || (!openaiApiKey && !openaiBaseUrl)) return null;
  return new OpenAiModel({
    // Servers in one's own network often want no key, but the protocol has no way to leave it out.
    apiKey: openaiApiKey || 'none',
    model: openaiChatModel,
    ...(openaiBaseUrl ? { baseURL: openaiBaseUrl } : {}),
  });
}
