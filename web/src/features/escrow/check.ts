import { escrowTexts } from '#texts/escrow';
import type { AgreementView, EscrowTerms } from '../../lib/api/api-types';
import { formatCents } from '../../lib/format';
import { isEmail } from '../../lib/name-and-email';
import { amountDoubt, parseDollars } from '../payments/amount';

const { form } = escrowTexts;

export interface Wish {
  amount: string;
  sellerEmail: string;
}

export type WishProblems = Partial<Record<keyof Wish, string>>;

/** Whether a field that must be filled is empty. */
export const isMissing = (wish: Wish): boolean => wish.amount.trim() === '' || wish.sellerEmail.trim() === '';

type Range = Pick<EscrowTerms, 'minCents' | 'maxCents'>;

/** What is not right yet, by field; empty when it may be sent. */
export function checkWish(wish: Wish, terms: Range, ownEmail: string): WishProblems {
  const problems: WishProblems = {};
  const cents = parseDollars(wish.amount);
  if (wish.amount.trim() === '') problems.amount = form.missingText;
  else if (cents === null) problems.amount = amountDoubt(wish.amount) ?? form.badAmount;
  else if (cents < terms.minCents || cents > terms.maxCents)
    problems.amount = form.range(formatCents(terms.minCents), formatCents(terms.maxCents, 'USD', true));
  const email = wish.sellerEmail.trim();
  if (email === '') problems.sellerEmail = form.missingText;
  else if (!isEmail(email)) problems.sellerEmail = form.badEmail;
  else if (isSame(email, ownEmail)) problems.sellerEmail = form.isBuyer;
  return problems;
}

type Parties = Pick<AgreementView, 'partyAEmail' | 'partyBEmail'>;

/** The other party's address, when the reader is a party. */
export function otherEmail(parties: Parties, ownEmail: string): string {
  return isSame(parties.partyBEmail, ownEmail) ? parties.partyAEmail : parties.partyBEmail;
}

/** Whether a complete address belongs to neither party. */
export function isStranger(email: string, parties: Parties): boolean {
  return isEmail(email) && !isSame(email, parties.partyAEmail) && !isSame(email, parties.partyBEmail);
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
