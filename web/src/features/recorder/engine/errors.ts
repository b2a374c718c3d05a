import type { RecorderEvent } from './state';

/** What a failed request for the microphone means. */
export function eventForMicrophoneError(error: unknown): RecorderEvent {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return 'fail';
}
