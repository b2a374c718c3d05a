import { attachConsumers } from '#messaging';
import type { ServiceDefinition } from '#platform';
import { AppModule } from './app.module.js';
import { TranscriptionConfig } from './config.js';
import { MAX_FORM_BYTES } from './human-transcripts/human-transcripts.module.js';

/** Audio preparation, speech-to-text, and transcripts made by people. */
export const transcriptionService: ServiceDefinition<TranscriptionConfig> = {
  name: 'transcription',
  config: TranscriptionConfig,
  module: AppModule,
  prepare: async (app) => {
    // The one form there is, with a person's transcript, is small.
    app
      .getHttpAdapter()
      .getInstance()
      .addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
        (_request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body),
      );
    attachConsumers(app);
  },
};
