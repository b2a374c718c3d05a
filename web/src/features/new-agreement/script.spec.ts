import { dealKindTexts } from '#texts/deal-kinds';
import { DEAL_KINDS, dealKindFrom, recordKindPath } from './deal-kind';
import { EMPTY_DETAILS } from './details';
import { scriptFor } from './script';

const DETAILS = { ...EMPTY_DETAILS, partyAName: 'Maria ', partyBName: 'Tom', agreementAmount: '4200' };

const textsOf = (details: typeof DETAILS) => scriptFor(details).map(({ text }) => text);

describe('templates by kind of deal', () => {
  it('are known by their name in an address, and nothing else is', () => {
    expect(DEAL_KINDS.map((kind) => dealKindFrom(kind))).toEqual([...DEAL_KINDS]);
    expect(dealKindFrom('boat')).toBe('');
    expect(dealKindFrom('constructor')).toBe('');
    expect(dealKindFrom(null)).toBe('');
    expect(recordKindPath('car')).toBe('/record-voice-deal?kind=car');
  });

  it.each(DEAL_KINDS)('lead through a deal of the kind %s', (kind) => {
    const script = textsOf({ ...DETAILS, kind });
    const texts = dealKindTexts.kinds[kind];
    expect(script).toEqual([
      '“I am Maria, and I agree to be recorded.”',
      '“I am Tom, and I agree to be recorded.”',
      texts.item,
      texts.amount('$4,200.00'),
      texts.date,
      texts.conditions,
      'Maria: “Do you agree?” Tom: “Yes, I agree.”',
      'Tom: “Do you agree?” Maria: “Yes, I agree.”',
    ]);
    expect(script[3]).toContain('$4,200.00');
    expect(textsOf({ ...DETAILS, kind, agreementAmount: ' ' })[3]).toBe(texts.amountOpen);
  });

  it('differ from kind to kind in what is said about the thing and its conditions', () => {
    const kinds = Object.values(dealKindTexts.kinds);
    expect(new Set(kinds.map(({ item }) => item)).size).toBe(DEAL_KINDS.length);
    expect(new Set(kinds.map(({ conditions }) => conditions)).size).toBe(DEAL_KINDS.length);
    expect(new Set(kinds.map(({ example }) => example)).size).toBe(DEAL_KINDS.length);
  });

  it('are short without a kind', () => {
    expect(scriptFor(DETAILS)).toEqual([
      { text: '“I am Maria, and I agree to be recorded.”', party: 'a' },
      { text: '“I am Tom, and I agree to be recorded.”', party: 'b' },
      { text: 'Say what you agree on, by when, and the price: $4,200.00.', party: null },
      { text: '“I, Maria, agree to this.”', party: 'a' },
      { text: '“I, Tom, agree to this.”', party: 'b' },
    ]);
  });

  it('say whose line it is only where one person says all of it', () => {
    const parties = scriptFor({ ...DETAILS, kind: 'car' }).map(({ party }) => party);
    expect(parties).toEqual(['a', 'b', null, null, null, null, null, null]);
    const alone = scriptFor({ ...DETAILS, kind: 'car', presence: 'apart' });
    expect(new Set(alone.map(({ party }) => party))).toEqual(new Set([null]));
  });

  it('give party B no words when party B is not there', () => {
    const script = textsOf({ ...DETAILS, kind: 'loan', presence: 'apart' });
    expect(script.filter((line) => line.includes('Tom'))).toEqual(['Say that your agreement is with Tom.']);
    expect(script.at(-1)).toBe('“I, Maria, agree to this.”');
  });
});
