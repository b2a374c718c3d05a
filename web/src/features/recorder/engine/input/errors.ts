import type { RecorderEvent } from '../state';

/** Why a microphone could not be opened. */
export type MicrophoneProblem = Extract<RecorderEvent, 'denied' | 'missing' | 'busy' | 'fail'>;

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

/** What a failed request for the microphone means. */
export function problemOf(error: unknown): MicrophoneProblem {
  switch (nameOf(error)) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'fail';
  }
}

/** Whether the request failed because that very microphone is not there. */
export function isGone(error: unknown): boolean {
  return problemOf(error) === 'missing';
}
