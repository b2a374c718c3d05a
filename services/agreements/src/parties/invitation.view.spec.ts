import { type AgreementRow, wordsOfPartyA } from '../agreements/agreements.module.js';
import { viewRemote, withoutWordsOfPartyA } from './invitation.view.js';

/** What party B's page may show to whoever has nothing but the number. Party A's own words are none of it. */
const OPEN_TO_THE_NUMBER = [
  'id',
  'agreementId',
  'planType',
  'kind',
  'partyAName',
  'partyBName',
  'amount',
  'createdAt',
  'photoUrl',
  'durationSeconds',
];

/** An agreement in which every column is filled in: with its own name, where that is text. */
const filled = new Proxy({ createdAt: new Date(0), amountCents: 1 } as unknown as AgreementRow, {
  get: (known, column) => Reflect.get(known, column) ?? column,
  ownKeys: () => ['createdAt', 'amountCents', ...wordsOfPartyA],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
});

describe('what an agreement shows to party B', () => {
  it('is either open to whoever has its number, or blank without the mailed key', () => {
    const shown = viewRemote(filled);
    const unkeyed: object = viewRemote(withoutWordsOfPartyA(filled));
    const blank = Object.keys(shown).filter((field) => Reflect.get(unkeyed, field) === null);
    expect(blank).toEqual([...wordsOfPartyA]);
    const open = Object.keys(shown).filter((field) => !blank.includes(field));
    expect(open.sort()).toEqual([...OPEN_TO_THE_NUMBER].sort());
  });
});
