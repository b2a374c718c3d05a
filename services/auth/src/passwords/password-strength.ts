import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { AppError } from '#platform';
import type { Role } from '../users/users.module.js';

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  // The default lets one password keep the process for most of a second.
  l33tMaxSubstitutions: 16,
});

/** The work grows faster than the length; whoever gets so far is safe from guessing. Characters. */
const LOOKED_AT = 64;
const OURS = ['splitsecond', 'split-second', 'splitsecondcontract', 'contract', 'agreement'];

/**
 * Scores of zxcvbn, 0 to 4: from 2 on a password resists online guessing without limits, from 3 on also guessing against
 * a stolen hash.
 */
const RULES: Record<Role, { minLength: number; minScore: number }> = {
  // Bodies ask for six characters already.
  user: { minLength: 0, minScore: 2 },
  admin: { minLength: 12, minScore: 3 },
};

const ADMIN_RULE = 'Please choose a password of at least 12 characters that is hard to guess.';

/** Whose password it will be: their own words are guessed first. */
export interface PasswordOwner {
  email: string;
  username: string;
  role: Role;
}

/** Whether a password is too easily guessed for an account. */
export function isGuessable(password: string, { email, username, role }: PasswordOwner): boolean {
  const { minLength, minScore } = RULES[role];
  if (password.length < minLength) return true;
  const words = [...OURS, email, email.split('@', 1)[0] ?? '', username, ...username.split(/\s+/)];
  const known = words.filter((word) => word.length > 2).map((word) => word.slice(0, LOOKED_AT));
  return zxcvbn.check(password.slice(0, LOOKED_AT), known).score < minScore;
}

/** @throws AppError `weak_password` */
export function assertStrong(password: string, owner: PasswordOwner): void {
  if (!isGuessable(password, owner)) return;
  throw new AppError('weak_password', owner.role === 'admin' ? { message: ADMIN_RULE } : {});
}
