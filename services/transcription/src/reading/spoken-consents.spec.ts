import type { RecordedSegment, RecordingSide } from '../recordings/segments.js';
import { findSpokenConsents } from './spoken-consents.js';

const segment = (text: string, more: Partial<RecordedSegment> = {}): RecordedSegment => ({
  ...{ start: 3, end: 6, text, speaker: '1', confidence: 0.9, words: null },
  ...{ recording: 'a', isDoubtful: false, isOverlap: false },
  ...more,
});

const timed = (text: string, more: Partial<RecordedSegment> = {}) =>
  segment(text, {
    words: text.split(' ').map((word, n) => ({ start: 10 + n, end: 10.8 + n, text: word, confidence: 0.9 })),
    ...more,
  });

/** Two people who were apart. */
const apart = (b: string, quality: 'good' | 'draft' | 'unclear' = 'good') =>
  findSpokenConsents({
    segments: [
      segment('I agree to sell my car.'),
      ...(b === '' ? [] : [segment(b, { recording: 'b', speaker: '2' })]),
    ],
    ...{ speakers: [], areVoicesUnclear: false, quality, isApart: true },
  })[1];

it.each([
  'Yes, I agree.',
  'I agree',
  'yes i agree',
  'Okay, I do agree to all of it.',
  'Well, I fully agree with that.',
  'I accept.',
  'We agree on Friday.',
  'I’m in agreement.',
  'Agreed.',
  'Estoy de acuerdo.',
  'Sí, estoy de acuerdo con todo.',
  'Yo también estoy de acuerdo',
  'Sí, acepto.',
  'Lo acepto.',
  'De acuerdo.',
  'I agree to sell my record player.',
  'I agree, and I know that this is being recorded.',
  'I agree to be recorded and I agree to the price.',
  'Acepto que me graben, y estoy de acuerdo con el precio.',
])('“%s” says it', (text) => {
  expect(apart(text)).toMatchObject({ party: 'b', state: 'said', recording: 'b', start: 3, text });
});

it.each([
  'I do not agree.',
  'I don’t agree.',
  'I never agree to that.',
  'Do I agree?',
  'Do you agree?',
  'If I agree, then you pay.',
  'Before I agree I want to see it.',
  'He said that I agree.',
  'You agree to pay.',
  'I disagree.',
  'I would agree to less.',
  'The agreement is fine.',
  'No estoy de acuerdo.',
  'No acepto.',
  'Si estoy de acuerdo te llamo.',
  '¿Estás de acuerdo?',
  'Tomorrow at nine.',
  'I agree to be recorded.',
  'Yes, I consent to this recording.',
  'We agree that you record this.',
  'I agree to this conversation being recorded.',
  'Sí, acepto que me graben.',
  'Estoy de acuerdo con que se grabe esto.',
  'Consiento la grabación.',
  'Acepto ser grabada.',
])('“%s” does not', (text) => {
  expect(apart(text)).toEqual({
    ...{ party: 'b', state: 'not_said', reason: null, recording: null, start: null, text: null },
  });
});

describe('a denial in the clause before', () => {
  it.each([
    'I don’t think I agree.',
    'No way I agree to that.',
    'I dont think I agree to this price.',
    'I’m not so sure I agree.',
    'Not in a million years do you hear me I agree.',
    'There is no chance I agree to that.',
    'Nothing here I agree to.',
    'There is nothing in it I accept.',
    'I doubt I agree with that.',
    'Nobody here thinks we agree.',
    'I can’t say yet that we agree on this.',
    'I won’t pretend I agree with you on this.',
    'I never once thought we agree on the price.',
    'Sorry, but I cannot see how we agree on this.',
    'We don’t think we accept.',
    'I do not know if I agree.',
    'Neither of these I accept.',
    'No te lo acepto.',
    'No le acepto ese precio.',
    'Yo no se lo acepto.',
    'Ya no te acepto el trato.',
    'Nunca le acepto menos de mil.',
    'Jamás te lo acepto.',
    'Tampoco le acepto eso.',
    'De ninguna manera acepto.',
    'De ningún modo estoy de acuerdo.',
    'En nada de eso estoy de acuerdo.',
    'No creo yo acepto eso.',
    'Ni loco acepto ese precio.',
    'Para nada estoy de acuerdo.',
    'Por nada del mundo lo acepto.',
    'Si te lo acepto, me pagas hoy.',
    'Nadie aquí, ni yo, acepta; no les acepto nada.',
  ])('“%s” does not say it', (text) => {
    expect(apart(text)).toMatchObject({ state: 'not_said', text: null });
  });

  it.each([
    'No problem, I agree.',
    'No problem I agree.',
    'I have no doubt, I agree.',
    'I have no doubt I agree.',
    'Without a doubt I agree.',
    'Why not, I agree.',
    'Why not? I agree.',
    'I do not want anything else. I agree.',
    'I have no questions and I agree.',
    'I don’t need the tires, but I agree to the price.',
    'No, no, I agree.',
    'I have no objections so I agree.',
    'There’s nothing to add; I accept.',
    'It is not new but we agree on that.',
    'I agree not to sell it before Friday.',
    'No hay problema, acepto.',
    'No hay problema acepto.',
    'Claro que sí, acepto.',
    'Por qué no, acepto.',
    'Cómo no, se lo acepto.',
    'No tengo dudas, estoy de acuerdo.',
    'No tengo ninguna duda y estoy de acuerdo.',
    'No quiero nada más. Acepto.',
    'Sin duda acepto.',
    'No es nuevo, pero lo acepto.',
    'Sí, te lo acepto.',
    'Les acepto la oferta.',
    'Nada más que decir: acepto.',
    'No se preocupe, le acepto el precio.',
    'No te preocupes, estamos de acuerdo.',
  ])('“%s” says it', (text) => {
    expect(apart(text)).toMatchObject({ state: 'said', text });
  });
});

describe('a yes that is taken back', () => {
  const says = (...texts: string[]) => {
    const [, b] = findSpokenConsents({
      segments: texts.map((text) => segment(text, { recording: 'b' })),
      ...{ speakers: [], areVoicesUnclear: false, quality: 'good', isApart: true },
    });
    return [b?.state, b?.reason ?? b?.text];
  };

  it.each([
    [['Yes, I agree.', 'No, I don’t agree any more.']],
    [['Yes, I agree. Wait. No, I don’t agree any more.']],
    [['I agree.', 'I do not accept that price.']],
    [['I accept.', 'We can not agree on this.']],
    [['I agree.', 'I no longer agree.']],
    [['I agree.', 'I disagree.']],
    [['I agree.', 'I don’t think I agree.']],
    [['Sí, acepto.', 'No, ya no acepto.']],
    [['Estoy de acuerdo.', 'No estoy de acuerdo.']],
    [['Acepto.', 'No te lo acepto.']],
    [['Acepto.', 'No le acepto ese precio.']],
  ])('%j is left to the ear', (texts) => {
    expect(says(...texts)).toEqual(['unchecked', 'words']);
  });

  it.each([
    [['I don’t agree.', 'Fine, I agree.'], 'Fine, I agree.'],
    [['No acepto.', 'Bueno, acepto.'], 'Bueno, acepto.'],
    [['I agree.', 'I do not accept returns.'], 'I agree.'],
    [['I agree.', 'If I don’t agree with the test, you take it back.'], 'I agree.'],
    [['I agree.', 'I don’t agree to be recorded.'], 'I agree.'],
    [['I agree.', 'No, I have nothing else.'], 'I agree.'],
    [['I agree.', 'I couldn’t agree more.'], 'I agree.'],
    [['I agree.', 'I would not agree to less.'], 'I agree.'],
    [['Acepto.', 'No acepto devoluciones.'], 'Acepto.'],
    [['Acepto.', 'Si no estoy de acuerdo, lo devuelvo.'], 'Acepto.'],
  ])('%j still says it', (texts, said) => {
    expect(says(...texts)).toEqual(['said', said]);
  });
});

it('a long sentence is quoted in short, with the second of its own words; the last time counts', () => {
  const long = `${'and then there is the matter of the tyres which we spoke of '.repeat(3)}but yes, I agree to it`;
  const [, b] = findSpokenConsents({
    segments: [timed('I agree first', { recording: 'b' }), timed(long, { recording: 'b' })],
    ...{ speakers: [], areVoicesUnclear: false, quality: 'good', isApart: true },
  });
  expect(b).toMatchObject({ text: 'yes, I agree', start: 10 + long.split(' ').indexOf('yes,') });
});

it('a recording in which party B never speaks says so, and words that nobody can rely on are not quoted', () => {
  expect(apart('')).toMatchObject({ state: 'silent', text: null });
  for (const quality of ['draft', 'unclear'] as const) {
    expect(apart('Yes, I agree.', quality)).toMatchObject({
      state: 'unchecked',
      reason: 'words',
      text: null,
    });
    expect(apart('', quality)).toMatchObject({ state: 'silent' });
  }
});

describe('in one room', () => {
  const room = (segments: RecordedSegment[], parties: (RecordingSide | null)[], areVoicesUnclear = false) =>
    findSpokenConsents({
      segments,
      speakers: parties.map((party, n) => ({ label: String(n + 1), party, basis: party && 'order' })),
      ...{ areVoicesUnclear, quality: 'good', isApart: false },
    }).map(({ party, state, reason, text }) => [party, state, reason ?? text]);
  const a = segment('I agree to sell my car.');
  const b = segment('Yes, I agree.', { speaker: '2' });

  it('each party is taken for their own voice', () => {
    expect(room([a, b], ['a', 'b'])).toEqual([
      ['a', 'said', 'I agree to sell my car.'],
      ['b', 'said', 'Yes, I agree.'],
    ]);
    expect(room([a, segment('On Friday.', { speaker: '2' })], ['a', 'b'])[1]).toEqual([
      'b',
      'not_said',
      null,
    ]);
  });

  it('nobody is guessed where the voices are not known, but what nobody says is said by none', () => {
    const unknown = [
      ['a', 'unchecked', 'voices'],
      ['b', 'unchecked', 'voices'],
    ];
    expect(room([a, b], ['a', 'b'], true)).toEqual(unknown);
    expect(room([a, b], [null, null])).toEqual(unknown);
    expect(room([a, segment('I do not agree.')], [null, null])).toEqual(unknown);
    expect(room([segment('On Friday.')], [], true)).toEqual([
      ['a', 'not_said', null],
      ['b', 'not_said', null],
    ]);
  });

  it('a voice that is not there is silent, and words where nobody seems to speak do not count', () => {
    expect(room([a], ['a'])[1]).toEqual(['b', 'silent', null]);
    expect(room([a, { ...b, isDoubtful: true }], ['a', 'b'])[1]).toEqual(['b', 'silent', null]);
  });
});
