import type { AccountFacts, AgreementFacts } from '#contracts';
import { type AgreementsClient, type AuthClient, People } from './people.js';

/** Party B's account has its domain as mail servers know it; the agreement is of before addresses were kept so. */
const account = { id: 7, email: 'ben@xn--bcher-kva.example', isEmailVerified: true } as AccountFacts;
const agreement = {
  ownerId: 5,
  partyA: { name: 'Anna Miller', email: 'anna@example.test' },
  partyB: { name: 'Ben Carter', email: 'Ben@b\u00fccher.example' },
} as AgreementFacts;

const people = new People(
  {} as AgreementsClient,
  { call: () => Promise.resolve(account) } as unknown as AuthClient,
);

it('party B pays whose typed address had its domain in letters of its own', async () => {
  expect(await people.buyer(agreement, 7)).toEqual({
    id: 7,
    party: 'b',
    emails: ['ben@xn--bcher-kva.example', 'ben@xn--bcher-kva.example'],
  });
});
