import { selectLanguageModel } from './select-model.js';

describe('selectLanguageModel', () => {
  const openaiChatModel = 'gpt-4o-mini';

  it('has no model without a key and a server', () => {
    expect(selectLanguageModel({ openaiChatModel })).toBeNull();
    expect(selectLanguageModel({ openaiChatModel, openaiApiKey: '', openaiBaseUrl: '' })).toBeNull();
  });

  it('uses OpenAI with a key, or a server of one’s own without', () => {
    expect(selectLanguageModel({ openaiChatModel, openaiApiKey: 'sk-a' })?.name).toBe('openai:gpt-4o-mini');
    const own = { openaiChatModel: 'llama', openaiBaseUrl: 'http://127.0.0.1:9/v1' };
    expect(selectLanguageModel(own)?.name).toBe('openai:llama');
  });

  it('has none when none is wanted', () => {
    expect(selectLanguageModel({ openaiChatModel: 'none', openaiApiKey: 'sk-a' })).toBeNull();
  });
});
