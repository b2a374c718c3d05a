import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { SpeechEngineError } from './speech-engine.js';

/** Says what a failed call to the transcription service means for the job that made it. */
export function toSpeechEngineError(error: unknown): SpeechEngineError {
  const cause = { cause: error };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof APIConnectionTimeoutError)
    return new SpeechEngineError('timeout', true, message, cause);
  if (error instanceof APIConnectionError) return new SpeechEngineError('unavailable', true, message, cause);
  if (!(error instanceof APIError) || error.status === undefined) {
    return new SpeechEngineError('unavailable', true, message, cause);
  }
  const { status } = error;
  if (status === 401 || status === 403) return new SpeechEngineError('authentication', false, message, cause);
  // Too many requests pass by themselves; an empty account does not.
  if (status === 429)
    return new SpeechEngineError('quota', error.code !== 'insufficient_quota', message, cause);
  if (status === 408 || status === 409 || status >= 500) {
    return new SpeechEngineError('unavailable', true, message, cause);
  }
  return new SpeechEngineError('rejected', false, message, cause);
}
