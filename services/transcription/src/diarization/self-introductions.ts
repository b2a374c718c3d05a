import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import { type TermsLanguage, termsLanguage } from '../terms/terms.module.js';

/** A name that somebody gave as the own one: the words after "my name is", in lower case. */
interface SelfIntroduction {
  words: string[];
  /** How alike the words and a name must be: less after "my name is", more after "I am". */
  leastLikeness: number;
  /** "I will" is seldom a name: after a bare "I" only the full name counts. */
  isFullNameOnly: boolean;
  /** "This is Ben Carter" may be said of somebody who stands beside, "habla Ben" asked: weaker than "I am". */
  isPointing: boolean;
  /** Mishearing is allowed for: "gonna" after "I'm" is no Donna, "Dona" may be. */
  isLoose: boolean;
  /** Words such as "will" or "frank" count where they are spelled like the name. */
  areCommonRead: boolean;
  /** The words are a name by how they are written, whoever has it. */
  isName: boolean;
}

interface Pattern {
  language: TermsLanguage;
  pattern: RegExp;
  leastLikeness: number;
  isFullNameOnly?: boolean;
  isPointing?: boolean;
  /** What follows is a name and nothing else, as after "my name is". */
  isNaming?: boolean;
  /** What turns it around when it stands right before. */
  denied?: RegExp;
}

const AFTER: Pattern[] = [
  {
    language: 'en',
    pattern: /\bmy name(?: is|'s|s)?\b|\bi am called\b|\bi'm called\b/gi,
    leastLikeness: 0.6,
    isNaming: true,
  },
  // "Call me, Ben, when you have it" is said to Ben.
  {
    language: 'en',
    pattern:
      /\bcall me\b(?=(?: [\p{L}'-]+){1,3}(?:[.;!,]|$))(?!(?: [\p{L}'-]+){1,3},? (?:when|once|if|as|before|after|at|on|and|then)\b)/giu,
    leastLikeness: 0.6,
    isNaming: true,
  },
  {
    language: 'es',
    pattern: /\bme llamo\b|\bmi nombre es\b/gi,
    ...{ leastLikeness: 0.6, denied: /\bno $/i, isNaming: true },
  },
  {
    language: 'es',
    pattern: /\bsoy\b|\b(?:les?|te|aqui) habla\b|\byo,/gi,
    leastLikeness: 0.74,
    denied: /\bno $/i,
  },
  // Without its mark "¿habla Ben?" is the same words, and "habla, Ben" tells Ben to speak.
  {
    language: 'es',
    pattern: /(?<!\b(?:les?|te|aqui|quien) )\bhabla\b(?! ?,)/gi,
    leastLikeness: 0.74,
    denied: /\bno $/i,
    isPointing: true,
  },
  { language: 'en', pattern: /\bi am\b|\bi'm\b/gi, leastLikeness: 0.74 },
  // As on the telephone: nobody says "this is Ben speaking" of somebody else.
  {
    language: 'en',
    pattern: /\bthis is\b(?=(?: [\p{L}'-]+){1,3},? (?:speaking|calling)\b)/giu,
    leastLikeness: 0.74,
  },
  // "This is Sofia, my cousin" presents somebody else.
  {
    language: 'en',
    pattern: /\bthis is\b(?!(?: [\p{L}'-]+){1,3}, (?:my|our|his|her|their|your)\b)/giu,
    leastLikeness: 0.74,
    isPointing: true,
  },
  { language: 'en', pattern: /\bi\b(?!')/gi, leastLikeness: 0.7, isFullNameOnly: true },
  { language: 'en', pattern: /(?<=^|[.;!?] |, )i(?=,)/gi, leastLikeness: 0.7 },
];
/** "Anna Miller speaking", but neither "is Anna speaking" nor "speaking of Anna". */
const BEFORE = /((?:[\p{L}'-]+ ){0,2}[\p{L}'-]+),? speaking(?! (?:of|to|with|about|for)\b| ?\?)/giu;
const NOT_BEFORE =
  /^(?:is|are|was|were|be|been|you|keep|heard|hear|said|says?|saying|answers?|repeats?|replies|reply|read)$/i;

/** What stands before words that are not the speaker's own, or not so. */
const DOUBTED = /\b(?:said|says|say|saying|think|thinks|thought|if|not|pretend) (?:that )?$/i;
/** Between words that tell somebody what to say and what is to be said. */
const GAP = `[\\s,.:;…"'“”‘«¿¡-]+`;
/** "Now you say: …", "repeat after me, …", "diga: …"; not "as I said, …", with which people speak of themselves. */
const TOLD = new RegExp(
  `(?<!\\b(?:i|i'll|i will|i'd|let me)(?: just| also| first)? )\\b(?:${[
    'said|says?|saying|answer(?:s|ed|ing)?|repeat(?:s|ed|ing)?|repl(?:y|ies|ied)|reads?|reading',
    'di(?:ga[ns]?|ces|cen|ce|jo|jeron|jiste)?|decir|respond(?:e[ns]?|a[ns]?|io|er)|repit(?:e[ns]?|a[ns]?|io)|repetir',
    'contest(?:a[ns]?|e[ns]?|o|ar)|leer',
  ].join('|')})(?:${GAP}(?:${[
    'that|it|this|these words|the following|like this|please|now|aloud|(?:after|with|to|for) me',
    'que|esto|eso|asi|lo siguiente|por favor|ahora|conmigo|despues de mi|en voz alta',
  ].join('|')}))*${GAP}$`,
  'i',
);
/** Words in quotation marks within a sentence are those of somebody else, or a line to be read. */
const QUOTED = /[\p{L}\p{N},:] ?["“«]$/u;
/** Right after the words: a name and its question mark, as in "¿habla Ben Carter?" */
const ASKED =
  /^(?: (?!(?:and|or|you|your|are|right|ok|okay|yes|no|y|o|tu|usted|verdad|si)\b)[\p{L}'-]+){1,3} ?\?/iu;

const FILLERS =
  /^(?:uh|um|er|erm|well|mr|mrs|ms|miss|mister|missus|doctor|dr|senor|senora|don|dona|pues|eh|yo)$/i;
/** Everyday words that are, or sound like, somebody's name; alone they count only when they are spelled like it. */
const COMMON = new Set(
  'a an and are at be been being by can do for frank from game glad go going good grateful had happy has have he her here his how i in is it just like may me mine my no not now of off on open or our out ready rich she so sold sure than that the their then there they this to too us very was we well what when where who will with you your'.split(
    ' ',
  ),
);
/** The end of a sentence, not that of "Mr." or "J." */
const SENTENCE_END = /(?<!(?:^|[^\p{L}])(?:mr|mrs|ms|dr|sr|sra|srta|st|\p{L}))[.!?…]/iu;
/** What stands before the name of somebody else. */
const ABOUT_ANOTHER = /^(?:not|for|from|to|with|about|of|by|like|behind|near|never|no)$/;
const MOST_WORDS = 4;
/** A first or last name says less than both: of Anna Miller and Anna Carter one says "I am Anna Carter". */
const PART_OF_NAME = 0.85;

/** Whether names stand out by their capitals; some engines write all letters alike. */
export function hasCapitals(text: string): boolean {
  return /\p{Lu}\p{Ll}/u.test(text);
}

interface Writing {
  /** The language; null where nobody says, so that it may be either. */
  spoken: string | null;
  /** The transcript gives names capitals, so that what has none is no name. */
  isCapitalised: boolean;
}

/**
 * What the words of a passage say about the name of the one who speaks them. Of a language that is neither English nor
 * Spanish nothing: in Polish "i" is "and", in Swedish "in".
 */
export function selfIntroductions(text: string, { spoken, isCapitalised }: Writing): SelfIntroduction[] {
  const isRead = (language: TermsLanguage) => spoken === null || termsLanguage(spoken) === language;
  const plain = plainText(text);
  const found = AFTER.filter(({ language }) => isRead(language)).flatMap(({ pattern, denied, ...how }) =>
    [...plain.matchAll(pattern)].flatMap((match): SelfIntroduction[] => {
      const before = plain.slice(0, match.index);
      const after = plain.slice(match.index + match[0].length);
      if (isReported(before) || ASKED.test(after) || denied?.test(before)) return [];
      return introduction(wordsOf(sentenceOf(after, how.isNaming ?? false)), how, isCapitalised);
    }),
  );
  const speaking = [...(isRead('en') ? plain.matchAll(BEFORE) : [])].flatMap(({ 1: name = '', index }) => {
    const words = wordsOf(name);
    if (words.some((word) => NOT_BEFORE.test(word)) || isReported(plain.slice(0, index))) return [];
    // The name stands right before "speaking"; what comes before it is cut off word by word.
    return words.flatMap((_, from) =>
      introduction(words.slice(from), { leastLikeness: 0.74 }, isCapitalised).map((one) => ({
        ...one,
        // "Really speaking" begins with a capital, too.
        ...{ isLoose: false, isName: false },
      })),
    );
  });
  return [...found, ...speaking];
}

function introduction(
  said: readonly string[],
  how: Omit<Pattern, 'language' | 'pattern' | 'denied'>,
  isCapitalised: boolean,
): SelfIntroduction[] {
  const { leastLikeness, isFullNameOnly = false, isPointing = false, isNaming = false } = how;
  const words = said.filter((word) => !FILLERS.test(word)).slice(0, MOST_WORDS);
  const [first = ''] = words;
  const isCapital = isCapitalised && /^\p{Lu}/u.test(first);
  if (isCapitalised && !isCapital && !isNaming) return [];
  return [
    {
      words: words.map((word) => word.toLowerCase()),
      ...{ leastLikeness, isFullNameOnly, isPointing },
      isLoose: isCapitalised ? isCapital : isNaming,
      areCommonRead: isCapitalised || isNaming,
      isName:
        isCapital && hasCapitals(first) && !isFullNameOnly && !isPointing && !isPossessive(words.slice(0, 2)),
    },
  ];
}

/** The words up to the end of the sentence: "I am. Ben, are you?" An engine may hear an end after "my name is". */
function sentenceOf(after: string, isNaming: boolean): string {
  const said = isNaming ? after.replace(/^[.…]+/, '') : after;
  return said.split(SENTENCE_END, 1)[0] ?? '';
}

/**
 * How alike an introduction and a party's name are, 0..1; 0 when not alike enough. Recognition without a network
 * mishears names, so it may be spelled otherwise.
 */
export function nameLikeness(
  { words, leastLikeness, isFullNameOnly, isLoose, areCommonRead }: SelfIntroduction,
  party: string,
): number {
  const names = wordsOf(plainText(party).toLowerCase()).filter((word) => !FILLERS.test(word));
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (first === '' || words.length === 0 || ABOUT_ANOTHER.test(words[0] ?? '')) return 0;
  let best = 0;
  const consider = (spoken: string, name: string, share = 1) => {
    const likeness = alike(spoken, name, isLoose);
    if (likeness >= leastLikeness) best = Math.max(best, likeness * share);
  };
  if (names.length > 1) {
    for (let count = 1; count <= words.length; count += 1) {
      const spoken = words.slice(0, count);
      if (isPossessive(spoken)) break;
      if (count >= 2 || !isFullNameOnly) consider(spoken.join(''), names.join(''));
    }
  }
  const [spoken = ''] = words;
  if (!isFullNameOnly && !isPossessive([spoken])) {
    for (const name of new Set([first, last])) {
      const isCounted = COMMON.has(spoken) ? areCommonRead && spoken === name : isLoose || spoken === name;
      if (isCounted) consider(spoken, name, PART_OF_NAME);
    }
  }
  return best;
}

/** The one who says "you said I am …", "repeat after me: …" or reads out a line does not introduce himself. */
function isReported(before: string): boolean {
  return DOUBTED.test(before) || TOLD.test(before) || QUOTED.test(before);
}

function isPossessive(words: readonly string[]): boolean {
  return words.some((word) => /'s$/i.test(word));
}

function alike(spoken: string, name: string, isSoundEnough: boolean): number {
  const bare = spoken.replaceAll(/['-]/g, '');
  const wanted = name.replaceAll(/['-]/g, '');
  const spelled = 1 - distance(bare, wanted) / Math.max(bare.length, wanted.length);
  if (!isSoundEnough) return spelled;
  const [sound] = doubleMetaphone(bare);
  const isSameSound = sound !== '' && doubleMetaphone(wanted).includes(sound);
  return isSameSound && spelled >= 0.5 ? Math.max(spelled, 0.8) : spelled;
}

function plainText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}][\p{L}'-]*/gu) ?? [];
}
