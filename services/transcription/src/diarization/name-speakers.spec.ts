import type { LineTurn } from '#contracts';
import type { RecordedSegment } from '../recordings/segments.js';
import type { DealFacts, Spoken } from '../terms/term.js';
import { nameSpeakers } from './name-speakers.js';
import type { FoundSpeaker } from './speaker.js';

const facts: DealFacts = {
  partyA: 'Anna Miller',
  partyB: 'Ben Carter',
  amountCents: null,
  isRemote: false,
  recordedAt: { a: new Date('2026-11-21T10:00:00Z'), b: new Date('2026-11-21T10:00:00Z') },
};

/** `1: text` in the first recording, `b2: text` in the second; ten seconds each. */
function spoken(...lines: string[]): RecordedSegment[] {
  return lines.map((line, index) => {
    const [, side, speaker = '', text = ''] = /^(b?)(\d|-): (.*)$/.exec(line) ?? [];
    return {
      ...{ recording: side === 'b' ? 'b' : 'a', start: index * 15, end: index * 15 + 10, text },
      ...{
        speaker: speaker === '-' ? null : speaker,
        confidence: null,
        words: null,
        isDoubtful: false,
        isOverlap: false,
      },
    };
  });
}

const told = (found: FoundSpeaker[]) =>
  found.map(({ label, party, basis }) => `${label} ${party ?? '-'} ${basis ?? '-'}`).join(', ');

describe('nameSpeakers', () => {
  it.each<[string, string[], string]>([
    ['both names', ['1: My name is Anna Miller.', '2: My name is Ben Carter.'], '1 a said, 2 b said'],
    [
      'the other way round',
      ['1: My name is Ben Carter.', '2: My name is Anna Miller.'],
      '1 b said, 2 a said',
    ],
    ['first names', ["1: Hi, I'm Ben.", '2: And I am Anna.'], '1 b said, 2 a said'],
    ['only the second', ['1: Shall we begin?', '2: I am Anna Miller.'], '1 b other, 2 a said'],
    ['nobody', ['1: Shall we begin?', '2: Yes.'], '1 - -, 2 - -'],
    ['one voice alone', ['1: I sell my car.'], '1 - -'],
    ['one voice with a name', ['1: This is Ben Carter and I sell my car.'], '1 b said'],
    ['this is', ['1: Hello.', '2: Hello, this is Anna.'], '1 b other, 2 a said'],
    ['this is the other', ["1: This is Ben Carter and I'm Anna Miller.", '2: Hi.'], '1 a said, 2 b other'],
    ['this is the other, after', ["1: I'm Anna and this is Ben.", '2: Hi.'], '1 a said, 2 b other'],
    ['my name is, and this is', ['1: This is Anna. My name is Ben.', '2: Hi.'], '1 b said, 2 a other'],
    ['pointing at who says it', ['1: This is Ben.', "2: Right, I'm Ben."], '1 a other, 2 b said'],
    ['presenting the other', ['1: Anna, this is Ben, my cousin.', '2: Hi.'], '1 - -, 2 - -'],
    ['this is, and then a sentence', ['1: This is Ben, I call about it.', '2: Hi.'], '1 b said, 2 a other'],
    ['no soy', ['1: No soy Ben.', '2: No me llamo Anna.'], '1 - -, 2 - -'],
    ['no, soy', ['1: No, soy Ben.', '2: Hola.'], '1 b said, 2 a other'],
    ['this is both', ['1: This is Ben and this is Anna.', '2: Hi.'], '1 - -, 2 - -'],
    ['this is … speaking', ['1: This is Ben Carter speaking.', '2: This is Ben.'], '1 b said, 2 a other'],
    ['soy, beside this is', ['1: Soy Anna, and this is Ben.', '2: Hola.'], '1 a said, 2 b other'],
    ['pointing from afar', ['1: This is Ben Carter.', 'b2: Hello.'], '1 a recording, 2 b recording'],
    ['I, name', ['1: I, Ben Carter, agree to pay.', '2: I, Anna, agree.'], '1 b said, 2 a said'],
    ['I, name without commas', ['1: i ben carter agree to pay', '2: okay'], '1 b said, 2 a other'],
    ['speaking', ['1: Ben Carter speaking.', '2: Hello.'], '1 b said, 2 a other'],
    ['first name, speaking', ['1: Hello, Ben, speaking.', '2: Hello.'], '1 b said, 2 a other'],
    ['fillers', ['1: my name is uh mister ben carter', '2: hi'], '1 b said, 2 a other'],
    ['misheard first name', ['1: my name is been carter', '2: my name is ana miller'], '1 b said, 2 a said'],
    ['misheard as other words', ['1: yes', '2: my name is and a miller'], '1 b other, 2 a said'],
    ['misheard last name', ['1: my name is bend card her', '2: hi'], '1 b said, 2 a other'],
    ['same sound', ['1: hello', '2: i am hannah miller'], '1 b other, 2 a said'],
    ['last name', ['1: Good day, I am Mr. Carter.', '2: Hello.'], '1 b said, 2 a other'],
    ['accents', ['1: Hallo.', '2: I’m Ánna Miller.'], '1 b other, 2 a said'],
    ['addressing the other', ['1: And you are Ben?', '2: Yes.'], '1 - -, 2 - -'],
    ['asking the other', ['1: Is your name Ben Carter?', '2: Yes.'], '1 - -, 2 - -'],
    ['both in one breath', ['1: I am Anna and you are Ben.', '2: Yes.'], '1 a said, 2 b other'],
    ['naming the other', ['1: I sell my car to Ben Carter.', '2: Yes.'], '1 - -, 2 - -'],
    ["somebody's", ["1: I am Ben's neighbour.", "2: This is Ben's car."], '1 - -, 2 - -'],
    ['not', ['1: I am not Ben Carter.', '2: Yes.'], '1 - -, 2 - -'],
    ['for another', ['1: This is for Ben Carter.', '2: I am with Anna Miller.'], '1 - -, 2 - -'],
    ['reported', ['1: You said I am Ben Carter.', '2: Yes.'], '1 - -, 2 - -'],
    ['speaking of', ['1: Ben, speaking of money.', '2: Is Ben speaking?'], '1 - -, 2 - -'],
    ['greeting', ['1: Hello Ben.', '2: Hello Anna.'], '1 - -, 2 - -'],
    ['another name', ['1: My name is Oliver Stone.', '2: Hello.'], '1 - -, 2 - -'],
    ['a third', ['1: I am Anna.', '2: I am Ben.', '3: I am a witness.'], '1 a said, 2 b said, 3 - -'],
    ['a third first', ['1: Welcome.', '2: I am Anna.', '3: I am Ben.'], '1 - -, 2 a said, 3 b said'],
    ['one name twice', ['1: I am Ann.', '2: My name is Anna Miller.'], '1 b other, 2 a said'],
    ['four', ['1: a', '2: b', '3: c', '4: d'], '1 - -, 2 - -, 3 - -, 4 - -'],
    ['two recordings', ['1: I agree.', 'b2: I agree.'], '1 a recording, 2 b recording'],
    ['a guest in b', ['1: Yes.', 'b2: Hm.', 'b3: One.', 'b3: Two.'], '1 a recording, 2 - -, 3 b recording'],
    ['names in two recordings', ['1: I am Anna.', 'b2: I am Ben.'], '1 a said, 2 b said'],
    [
      'read out for the other',
      ['1: Now you say, my name is Ben Carter.', '2: My name is Ben Carter.'],
      '1 a other, 2 b said',
    ],
    ['repeat after me', ['1: Repeat after me: I, Ben Carter, agree.', '2: Yes.'], '1 - -, 2 - -'],
    ['quoted', ['1: Your line is “I am Ben Carter”.', '2: Yes.'], '1 - -, 2 - -'],
    ['please answer', ['1: Please answer: "I am Ben Carter."', '2: Yes.'], '1 - -, 2 - -'],
    ['say … speaking', ['1: Now say Ben Carter speaking.', '2: Hello.'], '1 - -, 2 - -'],
    ['diga', ['1: Ahora diga: «Soy Ben Carter».', '2: Soy Ben Carter.'], '1 a other, 2 b said'],
    ['repite conmigo', ['1: Repite conmigo, me llamo Ben.', '2: Bueno.'], '1 - -, 2 - -'],
    ['responda por favor', ['1: Responda, por favor: yo, Ben Carter, acepto.', '2: Sí.'], '1 - -, 2 - -'],
    ['habla, asked', ['1: ¿Habla Ben?', '2: Sí, soy Ben Carter.'], '1 a other, 2 b said'],
    ['habla, asked without its mark', ['1: habla ben', '2: si soy ben carter'], '1 a other, 2 b said'],
    ['told to speak', ['1: Habla, Ben.', '2: Hola.'], '1 - -, 2 - -'],
    ['le habla', ['1: Hola, le habla Ben.', '2: Hola.'], '1 b said, 2 a other'],
    ['asked with the own words', ['1: This is Ben Carter?', '2: Yes.'], '1 - -, 2 - -'],
    ['a name before a question', ['1: I am Ben, are you Anna?', '2: Yes.'], '1 b said, 2 a other'],
    ['a name like a Spanish word', ['1: Mr. Lee, I am Ben Carter.', '2: Yes.'], '1 b said, 2 a other'],
    ['as I said', ['1: As I said, my name is Ben Carter.', '2: Yes.'], '1 b said, 2 a other'],
    ['one name by both', ['1: I am Ben Carter.', '2: I am Ben Carter.'], '1 - -, 2 - -'],
    ['one name by both, misheard', ['1: I am Ben Carter.', '2: I am Been Carter.'], '1 - -, 2 - -'],
    ['both names by one', ['1: I am Ben Carter.', '2: I am Ben.', '1: I am Anna.'], '1 a said, 2 b said'],
    ["the other's name from afar", ['1: I am Ben Carter.', 'b2: I agree.'], '1 a recording, 2 b recording'],
    [
      "the other's name by a guest",
      ['1: Hm.', '1: Hm.', '2: I am Ben.', 'b3: Hm.'],
      '1 a recording, 2 - -, 3 b recording',
    ],
    ['swapped recordings', ['1: I am Ben.', 'b2: I am Anna.'], '1 b said, 2 a said'],
    ['one name in two recordings', ['1: I am Ben.', 'b2: I am Ben.'], '1 a recording, 2 b said'],
    ['unknown voices', ['-: I am Anna.', '1: Yes.'], '1 - -'],
    ['nothing', [], ''],
  ])('%s', (_, lines, expected) => {
    expect(told(nameSpeakers(spoken(...lines), facts))).toBe(expected);
  });

  it('reads a name that the recogniser cut off from its sentence', () => {
    const [first, second, third] = spoken('1: hello my name is', '1: ben carter', '2: anna');
    if (!first || !second || !third) throw new Error('three lines were spoken');
    const segments = [first, { ...second, start: 10.5 }, third];
    expect(told(nameSpeakers(segments, facts))).toBe('1 b said, 2 a other');
  });

  const turn = (party: 'a' | 'b', start: number, end: number) => ({ party, start, end });
  const PRESSED = [turn('b', 0, 10), turn('a', 15, 25)];

  it.each<[string, string[], LineTurn[], string]>([
    ['both parties', ['1: Shall we?', '2: Yes.'], PRESSED, '1 b script, 2 a script'],
    ['one party alone', ['1: Shall we?', '2: Yes.'], PRESSED.slice(0, 1), '1 - -, 2 - -'],
    ['too short a time', ['1: Shall we?', '2: Yes.'], [turn('b', 0, 2), turn('a', 15, 17)], '1 - -, 2 - -'],
    [
      'a press late',
      ['1: a', '2: b'],
      [turn('b', 0.5, 10.5), turn('a', 15.5, 25.5)],
      '1 b script, 2 a script',
    ],
    ['one voice throughout', ['1: a', '1: b'], PRESSED, '1 - -'],
    ['both voices', ['1: a', '2: b'], [turn('b', 0, 25), turn('a', 0, 25)], '1 - -, 2 - -'],
    ['a name beside them', ['1: I am Ben.', '2: Yes.'], PRESSED, '1 b said, 2 a script'],
    ['another name', ['1: I am Anna.', '2: Yes.'], PRESSED, '1 a said, 2 b other'],
    ['pointing at the other', ['1: This is Anna.', '2: Yes.'], PRESSED, '1 b script, 2 a script'],
    ['the other as well', ['1: Hm.', '2: I am Ben.'], PRESSED, '1 a other, 2 b said'],
    ['one name by both', ['1: I am Anna.', '2: I am Anna.'], PRESSED, '1 b script, 2 a said'],
    ['recordings made apart', ['1: Hm.', 'b2: Hm.'], PRESSED, '1 a recording, 2 b recording'],
  ])('takes names from lines that were pressed: %s', (_, lines, turns, expected) => {
    expect(told(nameSpeakers(spoken(...lines), facts, turns))).toBe(expected);
  });

  it.each<[string, Spoken, string[], string]>([
    [
      'Polish',
      { a: 'pl', b: null },
      [
        '1: Nazywam się Piotr Nowak. Sprzedaję samochód, i Anna Miller płaci.',
        '2: Tak, nazywam się Anna Miller.',
      ],
      '1 - -, 2 - -',
    ],
    ['Swedish', { a: 'sv', b: null }, ['1: Jag bor i Anna Miller hus.', '2: Ja.'], '1 - -, 2 - -'],
    [
      'Swedish, as Whisper names it',
      { a: 'swedish', b: null },
      ['1: Nu, i, Anna.', '2: Ja.'],
      '1 - -, 2 - -',
    ],
    ['Spanish', { a: 'es', b: null }, ['1: Soy Ben. I am Anna.', '2: Hola.'], '1 b said, 2 a other'],
    ['English', { a: 'en-US', b: null }, ['1: Soy Anna. I am Ben.', '2: Hi.'], '1 b said, 2 a other'],
    [
      'either, where nobody says',
      { a: null, b: null },
      ['1: Soy Anna.', '2: I am Ben.'],
      '1 a said, 2 b said',
    ],
    [
      'that of each recording',
      { a: 'pl', b: 'en' },
      ['1: Tak, i Anna Miller.', 'b2: I am Ben.'],
      '1 a recording, 2 b said',
    ],
  ])('reads names in the language that is spoken: %s', (_, languages, lines, expected) => {
    expect(told(nameSpeakers(spoken(...lines), facts, [], languages))).toBe(expected);
  });

  it('takes who reads the lines of both for neither', () => {
    const lines = spoken('1: I am Anna Miller.', '1: I am Ben Carter.');
    expect(told(nameSpeakers(lines, facts))).toBe('1 - -');
  });

  it('knows whose recording it is where the other answers from afar', () => {
    expect(told(nameSpeakers(spoken('1: I sell my car.'), { ...facts, isRemote: true }))).toBe(
      '1 a recording',
    );
    expect(told(nameSpeakers(spoken('1: I am Ben Carter.'), { ...facts, isRemote: true }))).toBe(
      '1 a recording',
    );
  });

  it.each([
    ['I will pay on Friday.', 'Will Smith'],
    ['I can do that.', 'Ken Stone'],
    ['I am going to pay.', 'Glen Moore'],
    ['I am an honest seller.', 'Ann Lee'],
    ["I'm sure of that.", 'Sara Lee'],
  ])('does not hear a name in “%s” for %s', (text, partyB) => {
    expect(told(nameSpeakers(spoken(`1: ${text}`, '2: Yes.'), { ...facts, partyB }))).toBe('1 - -, 2 - -');
  });

  it.each<[string, string, string]>([
    ["I'm gonna sell you my car for five hundred.", 'Anna Miller', 'Donna Carter'],
    ["I'm done with it.", 'Anna Miller', 'Dan Carter'],
    ["I'm really glad.", 'Anna Miller', 'Riley Carter'],
    ["I'm fine with that.", 'Anna Miller', 'Finn Carter'],
    ['This is fine.', 'Anna Miller', 'Finn Carter'],
    ['I am sick of it.', 'Anna Miller', 'Nick Carter'],
    ["I'm alone here.", 'Anna Miller', 'Alan Carter'],
    ["I'm still waiting.", 'Anna Miller', 'Stella Carter'],
    ["I'm right here.", 'Anna Miller', 'Tom Wright'],
    ["I'm all in.", 'Anna Miller', 'Ella Carter'],
    ["I'm frank with you.", 'Anna Miller', 'Frank Carter'],
    ['My name is really hard to spell.', 'Anna Miller', 'Riley Carter'],
    ['Soy un vecino.', 'Anna Miller', 'Juan Carter'],
    ['Soy una amiga.', 'Ana Miller', 'Ben Carter'],
    ['Soy padre de dos hijos.', 'Anna Miller', 'Pedro Carter'],
    ['Soy dueño del coche.', 'Anna Miller', 'Luis Bueno'],
    ['Really speaking, I sell it.', 'Anna Miller', 'Riley Carter'],
    ['Yes, I am. Ben, are you ready?', 'Anna Miller', 'Ben Carter'],
    ['Call me, Ben, when you have it.', 'Anna Miller', 'Ben Carter'],
    ['Call me Ben, when you have it.', 'Anna Miller', 'Ben Carter'],
  ])('takes everyday words for no name: “%s” of %s and %s', (text, partyA, partyB) => {
    const deal = { ...facts, partyA, partyB };
    expect(told(nameSpeakers(spoken(`1: ${text}`, '2: Okay.'), deal))).toBe('1 - -, 2 - -');
  });

  it.each<[string, string, string]>([
    ["i'm gonna sell you my car", 'Anna Miller', 'Donna Carter'],
    ["i'm done with it", 'Anna Miller', 'Dan Carter'],
    ["i'm really glad", 'Anna Miller', 'Riley Carter'],
    ["i'm fine", 'Anna Miller', 'Finn Carter'],
    ["i'm all in", 'Anna Miller', 'Ella Carter'],
    ["i'm frank with you", 'Anna Miller', 'Frank Carter'],
    ['i am an ally of his', 'Ann Lee', 'Ben Carter'],
    ['call me ben when you have it', 'Anna Miller', 'Ben Carter'],
    ["I'M GONNA SELL YOU MY CAR", 'Anna Miller', 'Donna Carter'],
  ])('nor where an engine writes all letters alike: “%s” of %s and %s', (text, partyA, partyB) => {
    const deal = { ...facts, partyA, partyB };
    expect(told(nameSpeakers(spoken(`1: ${text}`, '2: okay'), deal))).toBe('1 - -, 2 - -');
  });

  it.each([
    ['My name is ben carter.', '1 b said, 2 a other'],
    ['You can call me Ben.', '1 b said, 2 a other'],
    ['Call me Ben, I sell the car.', '1 b said, 2 a other'],
    ["I'm, uh, Ben.", '1 b said, 2 a other'],
    ['I am Dr. Carter.', '1 b said, 2 a other'],
    ['I AM BEN CARTER', '1 b said, 2 a other'],
    ["i'm ben", '1 b said, 2 a other'],
    ['i am been carter', '1 b said, 2 a other'],
    ['my name is bend', '1 b said, 2 a other'],
  ])('still hears a name in “%s”', (text, expected) => {
    const isAlike = text === text.toLowerCase() || text === text.toUpperCase();
    expect(told(nameSpeakers(spoken(`1: ${text}`, isAlike ? '2: hm' : '2: Hm.'), facts))).toBe(expected);
  });

  it('gives no party to a voice that gives a name like neither', () => {
    const named = (...lines: string[]) => told(nameSpeakers(spoken(...lines), facts));
    expect(named('1: I am Maria Lopez, I stand in for Anna.', '2: I am Ben Carter.')).toBe('1 - -, 2 b said');
    expect(named('1: Me llamo María.', '2: Soy Ben Carter.')).toBe('1 - -, 2 b said');
    // Neither of these is a name.
    expect(named("1: I'm OK, I am Anna's neighbour.", '2: I am Ben Carter.')).toBe('1 a other, 2 b said');
    expect(named('1: This is Maria, my wife.', '2: I am Ben Carter.')).toBe('1 a other, 2 b said');
  });

  it('takes nobody for either of two people with the same name', () => {
    const alike = { ...facts, partyA: 'Anna Miller', partyB: 'Anna Carter' };
    expect(told(nameSpeakers(spoken('1: Hello.', '2: I am Anna.'), alike))).toBe('1 - -, 2 - -');
    expect(told(nameSpeakers(spoken('1: I am Anna Carter.', '2: Hi.'), alike))).toBe('1 b said, 2 a other');
  });
});
