import type { RecordedSegment, RecordingSide } from '../recordings/segments.js';
import { findSpokenConsents } from './spoken-consents.js';

const unnamed = { a: null, b: null };

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
    ...{ gaps: [], speakers: [], areVoicesUnclear: false, quality, isApart: true, spoken: unnamed },
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
      ...{ gaps: [], speakers: [], areVoicesUnclear: false, quality: 'good', isApart: true, spoken: unnamed },
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
    expect(says(...texts)).toEqual(['unchecked', 'taken_back']);
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
    ...{ gaps: [], speakers: [], areVoicesUnclear: false, quality: 'good', isApart: true, spoken: unnamed },
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

describe('words that the engine is not sure of', () => {
  const spoken = (text: string, confidences: (number | null)[], more: Partial<RecordedSegment> = {}) =>
    segment(text, {
      words: text.split(' ').map((word, n) => ({
        ...{ start: 10 + n, end: 10.8 + n, text: word },
        confidence: confidences[n] ?? null,
      })),
      ...{ recording: 'b', ...more },
    });
  const says = (...segments: RecordedSegment[]) => {
    const [, b] = findSpokenConsents({
      segments,
      ...{ gaps: [], speakers: [], areVoicesUnclear: false, quality: 'good', isApart: true, spoken: unnamed },
    });
    return [b?.state, b?.reason ?? b?.start];
  };
  const unsure = ['unchecked', 'words'];

  it('say nothing that can be checked', () => {
    expect(says(spoken('I agree.', [0.05, 0.04]))).toEqual(unsure);
    expect(says(spoken('I agree.', [0.95, 0.59]))).toEqual(unsure);
    expect(says(spoken('I agree.', [null, null], { confidence: 0.3 }))).toEqual(unsure);
    expect(says(segment('I agree.', { recording: 'b', confidence: 0.3 }))).toEqual(unsure);
    // It may be "I do agree".
    expect(says(spoken('I don’t agree.', [0.9, 0.2, 0.9]))).toEqual(unsure);
    expect(says(spoken('I don’t agree.', [0.9, 0.9, 0.9]))).toEqual(['not_said', null]);
  });

  it('matter where they are those that say it, and where nothing surer does', () => {
    expect(says(spoken('Well yes, I agree to the price.', [0.1, 0.2, 0.8, 0.6, 0.1, 0.1, 0.3]))).toEqual([
      'said',
      11,
    ]);
    expect(says(spoken('I agree.', [null, null]))).toEqual(['said', 10]);
    expect(says(segment('I agree.', { recording: 'b', confidence: null }))).toEqual(['said', 3]);
    const sure = spoken('Yes, I agree.', [0.9, 0.9, 0.9]);
    expect(says(sure, spoken('I agree.', [0.2, 0.2]))).toEqual(['said', 10]);
  });

  it('of a denial are enough to doubt a yes, as are those where nobody seems to speak', () => {
    const denial = 'No no no I do not agree any more';
    const doubted = ['unchecked', 'taken_back'];
    expect(says(segment('I agree.', { recording: 'b' }), spoken(denial, [0.9, 0.9, 0.9, 0.2]))).toEqual(
      doubted,
    );
    const silent = segment(denial, { recording: 'b', isDoubtful: true });
    expect(says(segment('I agree.', { recording: 'b' }), silent)).toEqual(doubted);
    expect(says(silent, segment('I agree.', { recording: 'b' }))).toEqual(['said', 3]);
    expect(says(segment('On Friday.', { recording: 'b' }), silent)).toEqual(['not_said', null]);
  });
});

describe('segments', () => {
  const says = (...segments: RecordedSegment[]) =>
    findSpokenConsents({
      segments,
      ...{ gaps: [], speakers: [], areVoicesUnclear: false, quality: 'good', isApart: true, spoken: unnamed },
    })[1];

  it('are joined in what they say, and keep their second', () => {
    const [first, second] = [
      timed('I have heard it and', { recording: 'b', start: 10, end: 14.8 }),
      segment('I agree.', { recording: 'b', start: 15, end: 16 }),
    ];
    expect(says(first, second)).toMatchObject({ state: 'said', start: 15, text: 'I agree.' });
    const cut = timed('Well yes, I', { recording: 'b', start: 10, end: 12.8 });
    const rest = segment('agree to it', { recording: 'b', start: 13, end: 14 });
    expect(says(cut, rest)).toMatchObject({ state: 'said', start: 11, text: 'yes, I agree' });
  });

  it('are read apart after the end of a sentence or a longer pause', () => {
    const no = segment('I do not', { recording: 'b', start: 1, end: 2 });
    const yes = (start: number) => segment('I agree.', { recording: 'b', start, end: start + 1 });
    expect(says(no, yes(4.4))?.state).toBe('not_said');
    expect(says(no, yes(4.6))?.state).toBe('said');
    expect(says({ ...no, text: 'I do not.' }, yes(2.2))?.state).toBe('said');
  });
});

describe('several voices in the recording of one party', () => {
  const own = (text: string, speaker: string | null, start: number) =>
    segment(text, { recording: 'b', speaker, start, end: start + 1 });
  const b = (segments: RecordedSegment[], named: string | null = '2') => {
    const [, found] = findSpokenConsents({
      segments: [segment('I sell my car.'), ...segments],
      speakers: [
        { label: '1', party: 'a', basis: 'recording' },
        { label: '2', party: named === '2' ? 'b' : null, basis: 'recording' },
        { label: '3', party: named === '3' ? 'b' : null, basis: null },
      ],
      ...{ gaps: [], areVoicesUnclear: false, quality: 'good', isApart: true, spoken: unnamed },
    });
    return [found?.state, found?.reason ?? found?.text];
  };
  const doubt = own('I am not so sure about this.', '2', 4);
  const nobodys = ['unchecked', 'voices'];

  it('count where they have the name of that party', () => {
    expect(b([doubt, own('I agree.', '3', 6)])).toEqual(nobodys);
    expect(b([doubt, own('I agree.', null, 6), own('Bye.', '3', 8)])).toEqual(nobodys);
    expect(b([doubt, own('I agree.', '3', 6)], null)).toEqual(nobodys);
    expect(b([own('Say it.', '2', 4), own('I agree.', '3', 6)], '3')).toEqual(['said', 'I agree.']);
    expect(b([own('I agree.', '2', 4), own('Good.', '3', 6)])).toEqual(['said', 'I agree.']);
    expect(b([own('On Friday.', '2', 4), own('Good.', '3', 6)])).toEqual(['not_said', null]);
  });

  it('leave it open where another one denies it afterwards', () => {
    expect(b([own('I agree.', '2', 4), own('I do not agree.', '3', 6)])).toEqual(nobodys);
    expect(b([own('I do not agree.', '3', 4), own('I agree.', '2', 6)])).toEqual(['said', 'I agree.']);
  });

  it('are one where an engine has one label or none', () => {
    expect(b([own('Well.', null, 4), own('I agree.', '3', 6)], null)).toEqual(['said', 'I agree.']);
    expect(b([own('Well.', null, 4), own('I agree.', null, 6)])).toEqual(['said', 'I agree.']);
  });
});

describe('in one room', () => {
  const room = (segments: RecordedSegment[], parties: (RecordingSide | null)[], areVoicesUnclear = false) =>
    findSpokenConsents({
      segments,
      speakers: parties.map((party, n) => ({ label: String(n + 1), party, basis: party && 'order' })),
      ...{ gaps: [], areVoicesUnclear, quality: 'good', isApart: false, spoken: unnamed },
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

  it('a voice that is nobody’s may be the one that agrees, or that denies it afterwards', () => {
    const of = (text: string, speaker: string | null, start: number) =>
      segment(text, { speaker, start, end: start + 1 });
    const third = (...segments: RecordedSegment[]) => room([a, ...segments], ['a', 'b', null])[1];
    const open = ['b', 'unchecked', 'voices'];
    expect(third(of('Yes, I agree.', '2', 4), of('I do not agree.', '3', 6))).toEqual(open);
    expect(third(of('Yes, I agree.', '2', 4), of('I changed my mind.', null, 6))).toEqual(open);
    expect(third(of('I do not agree.', '3', 4), of('Yes, I agree.', '2', 6))).toEqual([
      ...['b', 'said', 'Yes, I agree.'],
    ]);
    expect(third(of('On Friday.', '2', 4), of('Yes, I agree.', '3', 6))).toEqual(open);
    // Party A's own words are theirs.
    expect(third(of('Yes, I agree.', '2', 4), of('I do not agree.', '1', 6))).toEqual([
      ...['b', 'said', 'Yes, I agree.'],
    ]);
    expect(room([a, of('I agree.', '2', 4)], ['a', null, null])[1]).toEqual(open);
    expect(room([a, of('On Friday.', '2', 4)], ['a', null, null])[1]).toEqual(['b', 'not_said', null]);
  });

  it('a voice that is not there is silent, and words where nobody seems to speak do not count', () => {
    expect(room([a], ['a'])[1]).toEqual(['b', 'silent', null]);
    expect(room([a, { ...b, isDoubtful: true }], ['a', 'b'])[1]).toEqual(['b', 'silent', null]);
  });
});

describe('a recording in a language of which nobody knows how to say it', () => {
  const heard = (languages: { a: string | null; b: string | null }, ...segments: RecordedSegment[]) =>
    findSpokenConsents({
      segments,
      speakers: [
        { label: '1', party: 'a', basis: 'said' },
        { label: '2', party: 'b', basis: 'other' },
      ],
      ...{ gaps: [], areVoicesUnclear: false, quality: 'good', spoken: languages },
      isApart: segments.some(({ recording }) => recording === 'b'),
    }).map(({ state, reason }) => [state, reason]);
  const unchecked = ['unchecked', 'words'];

  it('is not checked where both are in one room', () => {
    const polish = [segment('Zgadzam się.'), segment('Tak, zgadzam się.', { speaker: '2' })];
    expect(heard({ a: 'pl', b: null }, ...polish)).toEqual([unchecked, unchecked]);
    expect(heard({ a: 'polish', b: null }, ...polish)).toEqual([unchecked, unchecked]);
  });

  it.each<[string, string | null, string | null, (string | null)[][]]>([
    ['both', 'pl', 'pl', [unchecked, unchecked]],
    ['one of them', 'en', 'fr', [['said', null], unchecked]],
    [
      'neither',
      'en-US',
      'es',
      [
        ['said', null],
        ['not_said', null],
      ],
    ],
  ])('is not checked apart from the other one: %s', (_, a, b, expected) => {
    const segments = [
      segment('I agree to sell my car.'),
      segment('Tomorrow.', { recording: 'b', speaker: '2' }),
    ];
    expect(heard({ a, b }, ...segments)).toEqual(expected);
  });

  it('is silent where nobody is heard in it', () => {
    const segments = [segment('Zgadzam się.'), segment('Hm.', { recording: 'b', isDoubtful: true })];
    expect(heard({ a: 'pl', b: 'pl' }, ...segments)[1]).toEqual(['silent', null]);
  });
});
