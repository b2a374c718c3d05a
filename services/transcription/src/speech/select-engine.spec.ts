import { selectEngine } from './select-engine.js';

describe('selectEngine', () => {
  it('works offline without a key, and says that this is a draft', () => {
    expect(selectEngine({})).toMatchObject({ name: 'pocketsphinx', isDraft: true });
  });

  it('uses OpenAI when there is a key', () => {
    expect(selectEngine({ openaiApiKey: 'sk-a' })).toMatchObject({
      name: 'openai:gpt-4o-transcribe-diarize',
      isDraft: false,
    });
    expect(selectEngine({ openaiApiKey: 'sk-a', openaiModel: 'whisper-1' }).name).toBe('openai:whisper-1');
  });

  it('does as it is told', () => {
    expect(selectEngine({ openaiApiKey: 'sk-a', engine: 'pocketsphinx' }).name).toBe('pocketsphinx');
    const own = selectEngine({
      engine: 'openai',
      openaiBaseUrl: 'http://127.0.0.1:9/v1',
      openaiModel: 'small',
    });
    expect(own.name).toBe('openai:small');
  });

  it('refuses to start with an engine that cannot work', () => {
    expect(() => selectEngine({ engine: 'openai' })).toThrow('OPENAI_API_KEY');
  });
});
