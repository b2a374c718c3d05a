import { dealTexts } from '#texts/deal';
import type { AgreementView } from '../../lib/api/api-types';
import { formatAgreementId, formatDate } from '../../lib/format';
import { dealTerms } from './deal-line';
import { statusLabel } from './status';

/** Orders of the list; the first is how the server sends it. */
export const ORDERS = ['newest', 'oldest', 'amount', 'name'] as const;
export type ListOrder = (typeof ORDERS)[number];

/** Without accents and capitals, so that "jose" finds José. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const found = new WeakMap<AgreementView, string>();

/** All that a row shows and what its number is without spaces, made once per contract. */
function wordsOf(agreement: AgreementView): string {
  const known = found.get(agreement);
  if (known !== undefined) return known;
  const { agreementId, partyAName, partyBName, partyAEmail, partyBEmail, kind, status, createdAt } =
    agreement;
  const words = plain(
    [
      ...[dealTexts.parties(partyAName, partyBName), partyAEmail, partyBEmail],
      ...[agreementId, formatAgreementId(agreementId), kind && dealTexts.kinds[kind]],
      ...[dealTerms(agreement), agreement.amount, formatDate(createdAt), statusLabel(status)],
    ].join(' '),
  );
  found.set(agreement, words);
  return words;
}

/** The contracts in which every word of the search is found. */
export function searched(agreements: readonly AgreementView[], search: string): readonly AgreementView[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return agreements;
  return agreements.filter((agreement) => wanted.every((word) => wordsOf(agreement).includes(word)));
}

/** The contracts in an order; those that are equal in it stay newest first. */
export function ordered(agreements: readonly AgreementView[], order: ListOrder): readonly AgreementView[] {
  const amount = (one: AgreementView) => Number(one.amount ?? -1);
  switch (order) {
    case 'newest':
      return agreements;
    case 'oldest':
      return agreements.toReversed();
    case 'amount':
      return agreements.toSorted((one, other) => amount(other) - amount(one));
    case 'name':
      return agreements.toSorted((one, other) => one.partyBName.localeCompare(other.partyBName));
  }
}
