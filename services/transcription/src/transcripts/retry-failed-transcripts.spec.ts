import type { Logger } from 'pino';
import { HealthRegistry, Outages } from '#platform';
import {
  type SpeechEngine,
  SpeechEngineError,
  type SpeechEngines,
  SpeechOutage,
} from '../speech/speech.module.js';
import { RetryFailedTranscripts } from './retry-failed-transcripts.schedule.js';
import type { TranscriptsRepository } from './transcripts.repository.js';
import type { TranscriptsService } from './transcripts.service.js';

it('asks an engine that failed whether it is there again, also where no transcript waits for it', async () => {
  const outage = new SpeechOutage(
    new Outages(new HealthRegistry(), { info: () => undefined, warn: () => undefined }),
  );
  let isThere = false;
  const engine = { answers: async () => isThere } as SpeechEngine;
  const retry = new RetryFailedTranscripts(
    { findRetryable: async () => [] } as unknown as TranscriptsRepository,
    {} as TranscriptsService,
    { readyFor: () => null } as SpeechEngines,
    outage,
    {} as Logger,
  );
  const round = () => retry.round(new AbortController().signal);
  const refused = new SpeechEngineError('authentication', false, 'Incorrect API key provided.');
  await outage.during(engine, () => Promise.reject(refused)).catch(() => undefined);
  await round();
  expect(outage.engines()).toEqual([engine]);
  isThere = true;
  await round();
  expect(outage.engines()).toEqual([]);
});
