import { attachConsumers } from '#messaging';
import type { ServiceDefinition } from '#platform';
import { AppModule } from './app.module.js';
import { TranscriptionConfig } from './config.js';

/** Audio preparation and speech-to-text. */
export const transcriptionService: ServiceDefinition<TranscriptionConfig> = {
  name: 'transcription',
  config: TranscriptionConfig,
  module: AppModule,
  prepare: async (app) => {
    attachConsumers(app);
  },
};
