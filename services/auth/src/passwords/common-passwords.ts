import { dictionary } from '@zxcvbn-ts/language-common';

/** The passwords that guessers try first; the list is ordered by how often each was seen. */
const GUESSED_FIRST = 10_000;
const common = new Set(dictionary['passwords-common'].slice(0, GUESSED_FIRST));
const OURS = ['splitsecond', 'split-second', 'splitsecondcontract', 'contract', 'agreement'];

/** Whether a password is among the first guesses, or is the address itself. */
export function isCommonPassword(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  return common.has(plain) || OURS.includes(plain) || plain === email || plain === email.split('@')[0];
}
