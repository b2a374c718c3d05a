import { LAST_PARTY_KEY } from '../../../lib/session/session';
import { parseParty, rememberParty, startingDetails } from './remembered-party';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  });
});

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

const ANNA = { partyAName: ' Anna Miller ', partyAEmail: 'anna@example.com' };

describe('who party A is when the form opens', () => {
  it('is nobody at first, and the kind of deal is as asked for', () => {
    expect(startingDetails(null, 'car')).toMatchObject({ partyAName: '', partyAEmail: '', kind: 'car' });
  });

  it('is who recorded last on this device', () => {
    rememberParty(ANNA);
    expect(startingDetails(null, '')).toMatchObject({
      partyAName: 'Anna Miller',
      partyAEmail: 'anna@example.com',
      partyBName: '',
    });
  });

  it('is the account, with the full name that was used last', () => {
    const account = { username: 'anna', email: 'Anna@example.com' };
    expect(startingDetails(account, '')).toMatchObject({ partyAName: 'anna', partyAEmail: account.email });
    rememberParty(ANNA);
    expect(startingDetails(account, '').partyAName).toBe('Anna Miller');
  });

  it('is never somebody else who recorded here', () => {
    rememberParty(ANNA);
    const ben = { username: 'ben', email: 'ben@example.com' };
    expect(startingDetails(ben, '')).toMatchObject({ partyAName: 'ben', partyAEmail: 'ben@example.com' });
  });

  it.each([[null], ['{'], ['7'], ['null'], ['{"name":1,"email":"a@b.c"}']])('survives %s', (stored) => {
    if (stored) kept.set(LAST_PARTY_KEY, stored);
    expect(parseParty(stored)).toEqual({ partyAName: '', partyAEmail: '' });
    expect(startingDetails(null, '').partyAName).toBe('');
  });
});
