import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits from a cryptographic source. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

const LENGTHS = {
  pi: 24,
  ch: 24,
  pm: 24,
  evt: 24,
  we: 24,
  cus: 14,
  req: 14,
  whsec: 32,
  re: 24,
  dp: 24,
  acct: 16,
  tr: 24,
  trr: 24,
  py: 24,
  pyr: 24,
  po: 24,
  txn: 24,
  prod: 14,
  price: 24,
  sub: 24,
  si: 14,
  in: 24,
  il: 24,
  inpay: 24,
  clock: 24,
} as const;

/** A new id with Stripe's prefix, e.g. `pi_…`. */
export function newId(prefix: keyof typeof LENGTHS): string {
  return `${prefix}_${randomText(LENGTHS[prefix])}`;
}
