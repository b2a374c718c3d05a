import { builtInManifest } from './models/manifest.js';
import { Models } from './models/models.js';
import { SpeechController } from './speech.controller.js';
import type { SpeechEngine } from './speech-engine.js';

import { SpeechEngines, selectEngines, usesModels } from './speech-engines.js';

describe('the engines of a service', () => {
  const logger = { info: () => undefined, warn: () => undefined };
  const models = new Models({ manifest: builtInManifest, folder: '/nonexistent', mode: 'off', logger });
  const names = (config: Parameters<typeof selectEngines>[0]) =>
    selectEngines(config, models).engines.map(({ name }) => name);

  it('are OpenAI alone where there is a key', () => {
    expect(names({ openaiApiKey: 'sk-a' })).toEqual(['openai:gpt-4o-transcribe-diarize']);
    expect(names({ openaiApiKey: 'sk-a', openaiModel: 'whisper-1' })).toEqual(['openai:whisper-1']);
  });

  it('are else those of this machine, the best first', () => {
    expect(names({})).toEqual(['parakeet-0.6b-v3', 'parakeet-110m-en', 'pocketsphinx']);
    expect(selectEngines({}, models).choose(['en'])).toMatchObject({ name: 'pocketsphinx', isDraft: true });
  });

  it('are the one that is asked for by name', () => {
    expect(names({ openaiApiKey: 'sk-a', engine: 'pocketsphinx' })).toEqual(['pocketsphinx']);
    expect(names({ engine: 'neural' })).toEqual(['parakeet-0.6b-v3', 'parakeet-110m-en']);
    const own = { engine: 'openai', openaiBaseUrl: 'http://127.0.0.1:9/v1', openaiModel: 'small' } as const;
    expect(names(own)).toEqual(['openai:small']);
  });

  it('are not started when they cannot work', () => {
    expect(() => names({ engine: 'openai' })).toThrow('OPENAI_API_KEY');
  });

  it('want models only where they would be asked', () => {
    expect([usesModels({}), usesModels({ engine: 'neural', openaiApiKey: 'sk-a' })]).toEqual([true, true]);
    expect([usesModels({ openaiApiKey: 'sk-a' }), usesModels({ engine: 'pocketsphinx' })]).toEqual([
      false,
      false,
    ]);
  });
});

describe('the engine of a transcript', () => {
  const engine = (name: string, languages: string[] | null, isReady = true) =>
    ({ name, languages, isReady: () => isReady }) as unknown as SpeechEngine;
  const all = (isLargeReady: boolean) =>
    new SpeechEngines([engine('large', ['en', 'es'], isLargeReady), engine('small', ['en'])]);

  it('is the best that is ready and understands what is spoken', () => {
    expect(all(true).choose(['en'])?.name).toBe('large');
    expect(all(false).choose(['en', null])?.name).toBe('small');
    expect(all(true).choose(['es', 'en'])?.name).toBe('large');
    expect(new SpeechEngines([engine('any', null)]).choose(['de'])?.name).toBe('any');
  });

  it('is none rather than one that takes Spanish for English', () => {
    expect(all(false).choose(['es'])).toBeNull();
    expect(all(false).choose(['en', 'es'])).toBeNull();
    expect([all(false).readyFor(), all(true).readyFor()]).toEqual([['en'], ['en', 'es']]);
    expect(new SpeechEngines([engine('any', null)]).readyFor()).toBeNull();
  });

  it('is known before anybody speaks', () => {
    expect(new SpeechController(all(false)).speech()).toEqual({ languages: ['en'] });
    expect(new SpeechController(new SpeechEngines([engine('any', null)])).speech()).toEqual({
      languages: null,
    });
  });
});
