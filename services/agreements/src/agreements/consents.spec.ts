import {
  answeredByMailAt,
  type Confirmation,
  type ConfirmationVia,
  type ConsentFacts,
  type ConsentVia,
  gradeConsents,
} from './consents.js';

const inRoom: ConsentFacts = {
  status: 'completed',
  isRemote: false,
  recordedAt: new Date('2026-11-20T14:00:00.000Z'),
  partyBEmail: 'ben@example.org',
  consentedAt: null,
  consentVia: null,
  consentAddress: null,
  consentDevice: null,
  consentDeviceMatch: null,
  confirmations: [],
};
const fromAfar = (via: ConsentVia): ConsentFacts => ({
  ...inRoom,
  isRemote: true,
  consentedAt: new Date('2026-11-20T15:00:00.000Z'),
  consentVia: via,
  consentAddress: '198.51.100.7',
  consentDevice: 'Phone',
});
const said = (answer: 'yes' | 'no', via: ConfirmationVia, hour = 16): Confirmation => ({
  answer,
  via,
  reason: answer === 'no' ? 'I was in Rome' : null,
  at: `2026-11-20T${hour}:00:00.000Z`,
  address: '203.0.113.9',
  device: 'Other phone',
  deviceMatch: null,
});
const ofB = (facts: ConsentFacts) => gradeConsents(facts).filter(({ party }) => party === 'b');
const gradesOfB = (facts: ConsentFacts) => ofB(facts).map(({ kind, grade }) => `${kind} ${grade}`);

describe('the grade of a consent', () => {
  it('is the voice alone for people in one room, until party B says more', () => {
    expect(gradeConsents(inRoom).map(({ party, grade }) => [party, grade])).toEqual([
      ['a', 'voice_only'],
      ['b', 'voice_only'],
    ]);
    expect(ofB(inRoom)).toMatchObject([{ at: '2026-11-20T14:00:00.000Z', maskedEmail: null, origin: null }]);
    expect(gradesOfB({ ...inRoom, confirmations: [said('yes', 'screen')] })).toEqual([
      'agreement confirmed_on_screen',
    ]);
    expect(ofB({ ...inRoom, confirmations: [said('yes', 'link')] })).toEqual([
      {
        ...{ party: 'b', kind: 'agreement', grade: 'confirmed_by_link', at: '2026-11-20T16:00:00.000Z' },
        maskedEmail: 'b***@example.org',
        origin: { address: '203.0.113.9', device: 'Other phone' },
        ...{ isDeviceAlike: false, objection: null, objectedGrade: null },
      },
    ]);
  });

  it.each<[ConsentVia, string]>([
    ['link', 'confirmed_by_link'],
    ['code', 'confirmed_by_code'],
    ['number', 'unconfirmed'],
  ])('from afar by %s is %s', (via, grade) => {
    expect(gradesOfB(fromAfar(via))).toEqual([`recording ${grade}`, `agreement ${grade}`]);
    expect(ofB(fromAfar(via))[0]).toMatchObject({
      at: '2026-11-20T15:00:00.000Z',
      maskedEmail: via === 'number' ? null : 'b***@example.org',
      origin: { address: '198.51.100.7', device: 'Phone' },
    });
  });

  it('is never made weaker by a later yes', () => {
    const confirmations = [said('yes', 'screen')];
    for (const via of ['link', 'code'] as const) {
      expect(ofB({ ...fromAfar(via), confirmations })).toEqual(ofB(fromAfar(via)));
    }
    expect(gradesOfB({ ...fromAfar('number'), confirmations })[1]).toBe('agreement confirmed_on_screen');
  });

  it('is that of an objection for ever, with what was there before', () => {
    for (const facts of [inRoom, fromAfar('link'), fromAfar('code'), fromAfar('number')]) {
      const before = ofB(facts)[0]?.grade;
      const objected = ofB({ ...facts, confirmations: [said('no', 'link'), said('yes', 'screen', 17)] });
      expect(objected.map(({ grade }) => grade)).toEqual(objected.map(() => 'objected'));
      expect(objected[0]?.objection).toEqual({
        ...{ at: '2026-11-20T16:00:00.000Z', reason: 'I was in Rome', via: 'link' },
        ...{ address: '203.0.113.9', device: 'Other phone' },
      });
      if (facts.consentVia === 'link' || facts.consentVia === 'code') {
        expect(objected[0]?.objectedGrade).toBe(before);
      }
    }
  });

  it.each([
    ['later', 17],
    ['earlier, by a clock that was put back', 15],
  ])('is no objection over party A’s screen once party B confirms over the link, %s', (_when, hour) => {
    const answers = [said('no', 'screen', 16), said('yes', 'link', hour)].toSorted((one, other) =>
      one.at.localeCompare(other.at),
    );
    expect(ofB({ ...inRoom, confirmations: answers })).toMatchObject([
      { grade: 'confirmed_by_link', objection: null, objectedGrade: null },
    ]);
    const onDeviceOfA = answers.map((one) => ({ ...one, deviceMatch: 'same' as const }));
    expect(gradesOfB({ ...inRoom, confirmations: onDeviceOfA })).toEqual(['agreement objected']);
    expect(ofB({ ...inRoom, confirmations: [...answers, said('no', 'link', 18)] })).toMatchObject([
      { grade: 'objected', objection: { via: 'link' } },
    ]);
  });

  it('is told of contracts only', () => {
    for (const status of ['pending', 'awaiting_party', 'cancelled'] as const) {
      expect(gradeConsents({ ...fromAfar('link'), status })).toEqual([]);
    }
    expect(gradeConsents({ ...fromAfar('link'), consentedAt: null })).toHaveLength(1);
  });

  it('is no more than that of the device when it was party A’s, until party B says so from another one', () => {
    const same: ConsentFacts = { ...fromAfar('link'), consentDeviceMatch: 'same' };
    expect(ofB(same)).toMatchObject([
      { kind: 'recording', grade: 'same_device', maskedEmail: null, isDeviceAlike: false },
      { kind: 'agreement', grade: 'same_device' },
    ]);
    const onIt: Confirmation = { ...said('yes', 'link'), deviceMatch: 'same' };
    expect(gradesOfB({ ...same, confirmations: [onIt] })[1]).toBe('agreement same_device');
    expect(gradesOfB({ ...inRoom, confirmations: [onIt] })).toEqual(['agreement same_device']);
    expect(gradesOfB({ ...same, confirmations: [onIt, said('yes', 'link')] })[1]).toBe(
      'agreement confirmed_by_link',
    );
    expect(gradesOfB({ ...fromAfar('link'), confirmations: [onIt] })[1]).toBe('agreement confirmed_by_link');
  });

  it('stays what it is where the device is only like party A’s, which is said beside it', () => {
    const alike: ConsentFacts = { ...fromAfar('code'), consentDeviceMatch: 'alike' };
    expect(ofB(alike)[1]).toMatchObject({ grade: 'confirmed_by_code', isDeviceAlike: true });
  });
});

describe('an answer through the mail', () => {
  const onDeviceOfA = (confirmation: Confirmation): Confirmation => ({
    ...confirmation,
    deviceMatch: 'same',
  });
  const answer = said('yes', 'link');

  it.each([
    ['a consent over the link', fromAfar('link'), '2026-11-20T15:00:00.000Z'],
    ['a consent with a code', fromAfar('code'), '2026-11-20T15:00:00.000Z'],
    ['a consent with the number alone', fromAfar('number'), null],
    ['a consent on the device of party A', { ...fromAfar('link'), consentDeviceMatch: 'same' }, null],
    ['nothing', inRoom, null],
    ['a yes over the link', { ...inRoom, confirmations: [answer] }, answer.at],
    ['a no over the link', { ...inRoom, confirmations: [said('no', 'link')] }, answer.at],
    ['a yes on the screen of party A', { ...inRoom, confirmations: [said('yes', 'screen')] }, null],
    ['a yes on the device of party A', { ...inRoom, confirmations: [onDeviceOfA(answer)] }, null],
    [
      'a consent and an objection later',
      { ...fromAfar('link'), confirmations: [said('no', 'link')] },
      '2026-11-20T15:00:00.000Z',
    ],
  ] satisfies [string, ConsentFacts, string | null][])('after %s', (_what, facts, at) => {
    expect(answeredByMailAt(facts)).toBe(at);
  });
});
