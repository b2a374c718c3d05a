import { LAST_PARTY_KEY } from '../../lib/session/session';
import {
  type Details,
  detailsFrom,
  EMPTY_DETAILS,
  firstEmpty,
  firstProblem,
  isAmountFine,
  parseParty,
  rememberParty,
  startingDetails,
  toDraft,
} from './details';

const FULL: Details = {
  ...EMPTY_DETAILS,
  partyAName: 'Maria ',
  partyAEmail: 'maria@example.com',
  partyBName: 'Tom',
  partyBEmail: 'tom@example.com',
};

describe('agreement details', () => {
  it('names the first empty field in reading order; blanks count as empty', () => {
    expect(firstEmpty(EMPTY_DETAILS)).toBe('partyAName');
    expect(firstEmpty({ ...FULL, partyBName: '  ' })).toBe('partyBName');
    expect(firstEmpty(FULL)).toBeNull();
  });

  it.each([
    ['', true],
    ['250', true],
    ['250.50', true],
    ['250,5', true],
    ['1,250', false],
    ['1,250.50', true],
    ['-1', false],
    ['2.505', false],
    ['lots', false],
  ])('the amount "%s" is fine: %s', (amount, isFine) => {
    expect(isAmountFine(amount)).toBe(isFine);
  });

  it.each<[Partial<Details>, string | null, string]>([
    [{}, null, ''],
    [{ agreementAmount: '250.50' }, null, ''],
    [
      { partyAName: 'Maria\u202e' },
      'partyAName',
      'Please use only letters, spaces and signs that can be seen',
    ],
    [{ partyBName: 'win at evil.example/now' }, 'partyBName', 'A name has no web address in it'],
    [{ partyBEmail: '"tom tom"@example.com' }, 'partyBEmail', 'Please enter a valid email address'],
    [{ partyAEmail: 'maria' }, 'partyAEmail', 'Please enter a valid email address'],
    [{ partyBEmail: 'tom@home' }, 'partyBEmail', 'Please enter a valid email address'],
    [{ partyBEmail: ' MARIA@example.com' }, 'partyBEmail', 'Each of you needs an email address of their own'],
    [{ agreementAmount: 'lots' }, 'agreementAmount', 'Use a number such as 250 or 250.00'],
    [{ title: 'Honda Civic' }, null, ''],
    [{ title: '   ' }, null, ''],
    [{ title: 'See evil.example/now' }, 'title', 'This cannot have a web address in it'],
    [{ title: 'Car\u202e' }, 'title', 'Please use only letters, spaces and signs that can be seen'],
    [{ title: '2019' }, 'title', 'Please write at least one letter'],
    [
      { agreementAmount: '1.250' },
      'agreementAmount',
      '“1.250” can be $1,250.00 or $1.25. Please choose one.',
    ],
    [{ partyAEmail: 'maria', agreementAmount: 'lots' }, 'partyAEmail', 'Please enter a valid email address'],
  ])('with %j the first problem is in %s', (change, field, text) => {
    expect(firstProblem({ ...FULL, ...change })).toEqual(field === null ? null : { field, text });
  });

  it('sends when everyone was told, once recording has been started', () => {
    const noticeGivenAt = '2026-11-21T10:00:00.000Z';
    expect(toDraft({ ...FULL, noticeGivenAt }, '').noticeGivenAt).toBe(noticeGivenAt);
    expect(toDraft(FULL, '')).not.toHaveProperty('noticeGivenAt');
  });

  it('sends a trimmed title, and none where nothing was said', () => {
    expect(toDraft({ ...FULL, title: ' Honda Civic ' }, '').title).toBe('Honda Civic');
    expect(toDraft({ ...FULL, title: '  ' }, '')).not.toHaveProperty('title');
  });

  it('sends the kind of deal, and keeps the photo’s place to itself', () => {
    const draft = toDraft({ ...FULL, kind: 'car', keptPhoto: 'x' }, '');
    expect(draft.kind).toBe('car');
    expect(toDraft(FULL, '')).not.toHaveProperty('kind');
    expect(draft).not.toHaveProperty('keptPhoto');
  });

  it('sends trimmed values, and an amount only when there is one', () => {
    expect(toDraft(FULL, 'note')).toMatchObject({
      partyAName: 'Maria',
      temporary: true,
      isRemoteContract: false,
      backupTranscript: 'note',
    });
    expect(toDraft({ ...FULL, presence: 'apart' }, '').isRemoteContract).toBe(true);
    expect(toDraft(FULL, '').escrowHoldPeriod).toBe('24hrs');
    expect(toDraft({ ...FULL, holdPeriod: '7days' }, '').escrowHoldPeriod).toBe('7days');
    expect(toDraft(FULL, '').planType).toBe('split-second-contract');
    expect(toDraft({ ...FULL, planType: 'pro' }, '').planType).toBe('pro');
    expect(toDraft({ ...FULL, alsoSay: 'Say the date.' }, '')).not.toHaveProperty('alsoSay');
    expect(toDraft(FULL, 'note')).not.toHaveProperty('agreementAmount');
    expect(toDraft({ ...FULL, agreementAmount: '1.012,5' }, '').agreementAmount).toBe('1012.50');
  });

  it('restores a kept form and ignores what it does not know', () => {
    expect(detailsFrom({ partyAName: 'Maria', other: 'x' })).toEqual({
      ...EMPTY_DETAILS,
      partyAName: 'Maria',
    });
    expect(detailsFrom({ kind: 'loan', keptPhoto: 'x' })).toMatchObject({ kind: 'loan', keptPhoto: 'x' });
    expect(detailsFrom({ kind: 'boat' }).kind).toBe('');
    const whole = { ...FULL, kind: 'car' as const, noticeGivenAt: '2026-11-21T10:00:00.000Z' };
    expect(detailsFrom({ ...whole })).toEqual(whole);
    expect(detailsFrom({ presence: 'apart' }).presence).toBe('apart');
    expect(detailsFrom({ planType: 'basic' }).planType).toBe('basic');
    expect(detailsFrom({ planType: 'toString' }).planType).toBe('split-second-contract');
    expect(detailsFrom({ holdPeriod: '14days' }).holdPeriod).toBe('14days');
    expect(detailsFrom({ holdPeriod: 'for ever' }).holdPeriod).toBe('24hrs');
  });
});

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
