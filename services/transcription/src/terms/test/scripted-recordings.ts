import type { RecordedSegment } from '../../recordings/segments.js';
import type { DealFacts, TermKind } from '../term.js';

/** A term that is really in a recording, with the second at which its first word is said. */
interface TrueTerm {
  kind: TermKind;
  value: string | null;
  text: string;
  start: number;
}

export interface ScriptedRecording {
  name: string;
  facts: DealFacts;
  segments: RecordedSegment[];
  truth: TrueTerm[];
}

/** A Saturday. */
const recordedAt = { a: new Date('2026-11-21T10:00:00Z'), b: new Date('2026-11-21T10:00:00Z') };
const FIRST_SECOND = 0.7;
const PAUSE_SECONDS = 0.7;

interface Script {
  name: string;
  parties: [string, string];
  amountCents: number;
  /** Two voices in turn. Marked: `{kind=value|words}`, where a term is said for the first time. */
  lines: string[];
}

const SCRIPTS: Script[] = [
  {
    name: 'car sale',
    parties: ['Anna Miller', 'Ben Carter'],
    amountCents: 1_850_000,
    lines: [
      'My name is {party=Anna Miller|Anna Miller}.',
      'And my name is {party=Ben Carter|Ben Carter}, call me at five five five one two three four.',
      'I agree to sell {item|my Tesla Model 3} for {amount=18500.00 USD|eighteen thousand five hundred dollars}.',
      'It has ninety thousand miles and one of us will check the brakes.',
      'I will pay {condition|half now and half} on {date=2026-11-27|Friday} when I get the keys.',
      'Do you agree?',
      'Yes, I agree.',
    ],
  },
  {
    name: 'console sale',
    parties: ['Carla Diaz', 'Tom Becker'],
    amountCents: 32_000,
    lines: [
      "I'm {party=Carla Diaz|Carla Diaz} and I am selling {item|my Playstation five with two controllers} to {party=Tom Becker|Tom Becker}.",
      'I will give you {amount=320.00 USD|three hundred and twenty dollars} in cash.',
      '{condition|If it does not start} I get my money back {date=2026-11-28|within one week}.',
      'Okay, I agree.',
    ],
  },
  {
    name: 'babysitting',
    parties: ['Rosa Klein', 'Maya Brooks'],
    amountCents: 10_000,
    lines: [
      'My name is {party=Rosa Klein|Rosa Klein}.',
      'This is {party=Maya Brooks|Maya Brooks}.',
      'I will babysit {item|your two kids} on {date=2026-11-27T18:00|Friday at six pm} for {amount=20.00 USD|twenty dollars an hour}.',
      'Five hours, so {amount=100.00 USD|a hundred dollars} in total, {condition|unless we come home late}.',
      'I agree.',
    ],
  },
  {
    name: 'lawn',
    parties: ['Paul Stone', 'Lee Wong'],
    amountCents: 4_500,
    lines: [
      'I, {party=Lee Wong|Lee Wong}, will mow {item|the front lawn} every {date=2026-11-21|Saturday} for {amount=45.00 USD|forty five bucks}.',
      'You pay me {condition|as long as the grass is cut by noon}.',
      'Yes, I agree.',
    ],
  },
  {
    name: 'cleaning',
    parties: ['Ida Novak', 'Sam Hill'],
    amountCents: 12_000,
    lines: [
      'My name is {party=Ida Novak|Ida Novak} and I will clean {item|your three bedroom apartment}.',
      'I pay you {amount=120.00 USD|a hundred and twenty} for it {date=2026-11-22|tomorrow}.',
      '{condition|You must bring your own mop}.',
      'I agree to that.',
    ],
  },
  {
    name: 'loan in instalments',
    parties: ['Greta Lund', 'Omar Said'],
    amountCents: 200_000,
    lines: [
      'My name is {party=Greta Lund|Greta Lund} and I lend you {amount=2000.00 USD|two thousand dollars}.',
      '{condition|I will pay it back} {condition|in four instalments of {amount=500.00 USD|five hundred dollars}}.',
      'The first one is due {date=2026-12-31|December thirty first}.',
      'I agree.',
    ],
  },
  {
    name: 'rent of a tool',
    parties: ['Nina Frost', 'Carl Weber'],
    amountCents: 6_000,
    lines: [
      'I rent you {item|my pressure washer} {condition|until {date=2026-11-23|Monday}} for {amount=60.00 USD|$60}.',
      '{condition|If it breaks}, you pay for the repair.',
      'My name is {party=Carl Weber|Carl Weber} and I agree.',
    ],
  },
  {
    name: 'phone',
    parties: ['Eva Long', 'Max Reed'],
    amountCents: 25_050,
    lines: [
      'I want to buy {item|your old iPhone 12} from twenty twenty for {amount=250.50 USD|two hundred fifty dollars and fifty cents}.',
      'The number on the box is 5551234567.',
      '{condition|The screen must not be broken}.',
      'My name is {party=Max Reed|Max Reed}.',
    ],
  },
  {
    name: 'deposit',
    parties: ['Hugo Marsh', 'Vera Blum'],
    amountCents: 40_000,
    lines: [
      'My name is {party=Hugo Marsh|Hugo Marsh}.',
      'I pay {amount=400.00 USD|four hundred dollars} as a deposit for {item|the apartment} {condition|by the {date=2026-12-15|fifteenth of December}}.',
      '{condition|The deposit is refundable} {condition|if you leave it clean}.',
      'I agree, one hundred percent.',
    ],
  },
  {
    name: 'tutoring',
    parties: ['Lara Voss', 'Finn Olsen'],
    amountCents: 24_000,
    lines: [
      'I am {party=Finn Olsen|Finn Olsen} and I will tutor {item|your son in math} starting {date=2026-11-28|next week}.',
      'I pay {amount=30.00 USD|thirty dollars per lesson}, eight lessons, {amount=240.00 USD|two hundred and forty dollars} together.',
      '{condition|You have to cancel one day before}.',
      'Yes, I agree.',
    ],
  },
];

/** Words with their own seconds, sentences as an online engine writes them, voices told apart. */
export const RECORDINGS: ScriptedRecording[] = SCRIPTS.map(record);

/** The same as the offline recogniser gives it: small letters, nothing else, cut at pauses, without times of words. */
export function offline({ segments, ...recording }: ScriptedRecording): ScriptedRecording {
  return {
    ...recording,
    segments: segments.map((segment) => ({
      ...segment,
      text: segment.text
        .toLowerCase()
        .replace(/\$60/g, 'sixty dollars')
        .replace(/[.,?!]/g, ''),
      speaker: null,
      words: null,
    })),
  };
}

function record({ name, parties: [partyA, partyB], amountCents, lines }: Script): ScriptedRecording {
  const segments: RecordedSegment[] = [];
  const truth: TrueTerm[] = [];
  let second = FIRST_SECOND;
  for (const [line, marked] of lines.entries()) {
    const { text, marks } = readMarks(marked);
    const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const start = second;
      // Long words take longer.
      second += 0.12 + 0.05 * word.length;
      return { index, start, end: second - 0.02, text: word, confidence: 0.9 };
    });
    for (const { at, ...mark } of marks) {
      truth.push({ ...mark, start: words.find(({ index }) => index >= at)?.start ?? Number.NaN });
    }
    segments.push({
      recording: 'a',
      start: words[0]?.start ?? second,
      end: words.at(-1)?.end ?? second,
      text,
      speaker: String((line % 2) + 1),
      confidence: 0.9,
      isDoubtful: false,
      isOverlap: false,
      words: words.map(({ index: _, ...word }) => word),
    });
    second += PAUSE_SECONDS;
  }
  return { name, facts: { partyA, partyB, amountCents, recordedAt, isRemote: false }, segments, truth };
}

/** Takes the marks out of a line, also one inside another. */
function readMarks(marked: string) {
  const marks: (Omit<TrueTerm, 'start'> & { at: number })[] = [];
  const open: { kind: string; value: string | null; at: number }[] = [];
  let text = '';
  for (const [token] of marked.matchAll(/\{(?:\w+)(?:=[^|]*)?\||\}|[^{}]+/g)) {
    const [, kind, value = null] = /^\{(\w+)(?:=([^|]*))?\|$/.exec(token) ?? [];
    if (kind !== undefined) open.push({ kind, value, at: text.length });
    else if (token !== '}') text += token;
    else {
      const mark = open.pop();
      if (mark) marks.push({ ...mark, kind: mark.kind as TermKind, text: text.slice(mark.at) });
    }
  }
  return { text, marks };
}
