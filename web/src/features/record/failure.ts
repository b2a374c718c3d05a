import { recordScreenTexts } from '#texts/record-screen';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { FallbackOptions } from '../../lib/api/api-types';
import { fallbackFrom } from '../agreements/act';

const text = recordScreenTexts.failure;

/** What to do about a recording that was not processed. */
export type Failure =
  | { kind: 'fallback'; options: FallbackOptions | null }
  | { kind: 'too-long' | 'payment' | 'sealed' | 'gone' }
  | { kind: 'told'; title: string; text: string };

const told = (title: string, sentence: string): Failure => ({ kind: 'told', title, text: sentence });

/** Codes first; the words of an answer count where a code of ours is missing, as from a proxy in between. */
export function failureOf(error: unknown, isOnDevice: boolean): Failure {
  const { code, status } = error instanceof ApiError ? error : { code: '', status: -1 };
  const sentence = sentenceOf(error, '');
  const says = (words: RegExp) => words.test(sentence);
  if (code === 'transcription_failed') return { kind: 'fallback', options: fallbackFrom(error) };
  if (code === 'recording_too_long') return { kind: 'too-long' };
  if (code === 'recording_sealed') return { kind: 'sealed' };
  if (code === 'agreement_not_found' || code === 'recording_expired') return { kind: 'gone' };
  if (status === 429 || says(/quota exceeded|\b429\b/i)) return told(text.quota, text.quotaText);
  if (status === 402 || says(/payment|upgrade/i)) return { kind: 'payment' };
  if (status === 401 || says(/authentication|\b401\b/i)) {
    return told(text.authentication, text.authenticationText);
  }
  if (status === 0) return told(text.other, isOnDevice ? text.unreachable : text.unreachableMemory);
  return told(text.other, error instanceof ApiError && sentence ? sentence : text.otherText);
}
