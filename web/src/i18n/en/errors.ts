import type { components } from '../../lib/api/api.gen';

export type ErrorCode = components['schemas']['ErrorAnswer']['code'];

/** Sentences in the place of those that the server says in English. */
export interface ErrorTexts {
  /** By the sentence itself, for those that say more than their code. */
  sentences: Readonly<Record<string, string>>;
  byCode: Readonly<Partial<Record<ErrorCode, string>>>;
}

/** In English the server's own sentences are shown. */
export const errorTexts: ErrorTexts = { sentences: {}, byCode: {} };
