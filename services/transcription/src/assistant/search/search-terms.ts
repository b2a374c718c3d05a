const LONG_WORD = 5;

/** “The buyer does not pay” is another subject than “the buyer pays”, but “not” alone is none. */
const NOT = 'not';
/** Marks a word as it was written, whatever it says. */
const AS_WRITTEN = '=';

interface WordsOfLanguage {
  /** The common part of a word's forms. */
  stem(word: string): string;
  stopWords: string;
  /** A line for each thing, with its words. */
  sameThing: string;
  negations: string;
  /** In most questions, so they count for less. */
  common: string;
  /** Two words that are one. */
  joined: readonly (readonly [RegExp, string])[];
}

const bare = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const split = (words: string): string[] => words.trim().split(/\s+/).map(bare);

/** What words of one language are about: under which terms they are indexed and looked for. */
export class SearchTerms {
  private readonly stopWords: ReadonlySet<string>;
  private readonly negations: ReadonlySet<string>;
  private readonly common: ReadonlySet<string>;
  private readonly canonical: ReadonlyMap<string, string>;

  constructor(private readonly language: WordsOfLanguage) {
    const { stem, stopWords, sameThing, negations, common } = language;
    this.stopWords = new Set(split(stopWords));
    this.negations = new Set(split(negations));
    this.common = new Set([...split(common).map(stem), NOT]);
    this.canonical = new Map(
      sameThing
        .trim()
        .split('\n')
        .flatMap((line) => {
          const [first = '', ...others] = split(line).map(stem);
          return others.map((other) => [other, first] as const);
        }),
    );
  }

  /** Whether the language cannot do without the word: it tells the language of a text, not its subject. */
  isSmallWord(word: string): boolean {
    const plain = bare(word);
    return this.stopWords.has(plain) || this.negations.has(plain);
  }

  /** The term under which a word is indexed and looked for; null for words without a subject. */
  termOf(word: string): string | null {
    const plain = bare(word);
    if (this.negations.has(plain)) return NOT;
    if (plain === '' || this.stopWords.has(plain)) return null;
    const root = this.language.stem(plain);
    return this.canonical.get(root) ?? root;
  }

  /** The words of a text, without punctuation; at most `limit`, so that no text costs much. */
  wordsOf(text: string, limit = 60): string[] {
    const straight = text.replace(/[’']/g, '');
    const plain = this.language.joined.reduce((line, [pair, one]) => line.replace(pair, one), straight);
    const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.slice(0, limit).map((word) => word.slice(0, 40));
  }

  /** What a question is about: its words without those that every question has, and without numbers. */
  subjectsOf(text: string): Set<string> {
    const terms = this.wordsOf(text).flatMap((word) => this.termOf(word) ?? []);
    return new Set(terms.filter((term) => term !== NOT && !/^\d+$/.test(term)));
  }

  /** What a word is looked for as: its subject, and itself, which tells “What do we say?” from “Who says that?”. */
  searchTermsOf(word: string): string[] {
    const term = this.termOf(word);
    const written = `${AS_WRITTEN}${bare(word)}`;
    return term === null ? [written] : [term, written];
  }

  /** How much a term of a question counts. */
  weightOf(term: string): number {
    if (term.startsWith(AS_WRITTEN)) return 0.25;
    return this.common.has(term) ? 0.4 : 1;
  }
}

/** Whether forms that are only like the term count as well. */
export function isLoose(term: string): boolean {
  return term.length >= LONG_WORD && !term.startsWith(AS_WRITTEN);
}
