import { agreementFacts, escrowFacts, ticketFacts, userFacts } from '../../test/facts.fixture.js';
import type { AgreementFacts } from '../facts/facts.module.js';
import type { Recipient } from '../mails/mails.module.js';
import { readerLanguage } from './reader-language.js';

const between = (partyA: 'en' | 'es', partyB: 'en' | 'es' | null): AgreementFacts => ({
  ...agreementFacts,
  languages: { partyA, partyB },
});
const known = (language: string) => ({ language, isKnown: true });

it.each<[Recipient, AgreementFacts, object]>([
  ['partyA', between('es', 'en'), known('es')],
  ['partyB', between('es', 'en'), known('en')],
  ['partyB', between('es', null), { language: 'es', isKnown: false }],
  ['support', between('es', 'es'), known('en')],
])('%s reads their own language, and until it is known that of party A', (recipient, agreement, expected) => {
  expect(readerLanguage(recipient, { agreement })).toEqual(expected);
});

it('finds the language of buyer and seller, whichever party they are; a seller who is neither has that of the buyer', () => {
  const agreement = between('es', 'en');
  const paid = (buyerParty: 'a' | 'b', sellerEmail: string) => ({
    agreement,
    escrow: { ...escrowFacts, buyerParty, sellerEmail },
  });
  expect(readerLanguage('buyer', paid('a', 'bob@people.test'))).toEqual(known('es'));
  expect(readerLanguage('seller', paid('a', 'Bob@people.test'))).toEqual(known('en'));
  expect(readerLanguage('buyer', paid('b', 'anna@people.test'))).toEqual(known('en'));
  expect(readerLanguage('seller', paid('b', 'anna@people.test'))).toEqual(known('es'));
  expect(readerLanguage('seller', paid('a', 'garage@people.test'))).toEqual({
    language: 'es',
    isKnown: false,
  });
  expect(readerLanguage('seller', paid('b', 'garage@people.test'))).toEqual({
    language: 'en',
    isKnown: false,
  });
});

it('takes the language of an account, and the one in which a message was written', () => {
  expect(readerLanguage('user', { user: { ...userFacts, language: 'es' } })).toEqual(known('es'));
  expect(readerLanguage('ticketSender', { ticket: { ...ticketFacts, language: 'es' } })).toEqual(known('es'));
});
