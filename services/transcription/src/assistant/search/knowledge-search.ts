import MiniSearch from 'minisearch';
import type { KnowledgeEntry } from '../knowledge/knowledge-entry.js';
import { isLoose, type SearchTerms } from './search-terms.js';

export interface Finding {
  readonly entry: KnowledgeEntry;
  readonly score: number;
  /** Share of the question's subject words that were found, from 0 to 1. */
  readonly coverage: number;
}

interface IndexedText {
  id: string;
  entryId: string;
  question: string;
  answer: string;
}

/** A word that is close to the one asked for, or goes on after it, says less than the word itself. */
const weights = { fuzzy: 0.25, prefix: 0.3 };
/** Of the very words of a stored question. */
const SURE = 1000;

/** Finds entries by BM25 over the ways in which people ask, and a little over the answers. */
export class KnowledgeSearch {
  private readonly entries: ReadonlyMap<string, KnowledgeEntry>;
  private readonly sameWords: ReadonlyMap<string, KnowledgeEntry>;
  private readonly index: MiniSearch<IndexedText>;

  constructor(
    entries: readonly KnowledgeEntry[],
    private readonly terms: SearchTerms,
  ) {
    this.entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.sameWords = new Map(
      entries.flatMap((entry) =>
        entry.questions.map((question) => [this.sameWordsOf(question), entry] as const),
      ),
    );
    this.index = new MiniSearch<IndexedText>({
      fields: ['question', 'answer'],
      storeFields: ['entryId'],
      tokenize: (text) => terms.wordsOf(text, Number.POSITIVE_INFINITY),
      processTerm: (word, field) => (field === 'answer' ? terms.termOf(word) : terms.searchTermsOf(word)),
      searchOptions: {
        tokenize: (text) => [...new Set(terms.wordsOf(text))],
        boost: { question: 3, answer: 1 },
        fuzzy: (term) => isLoose(term) && 0.2,
        prefix: isLoose,
        weights,
        boostTerm: (term) => terms.weightOf(term),
      },
    });
    // Every way of asking by itself: a short one that fits must not lose against a long list that half fits.
    this.index.addAll(
      entries.flatMap((entry) => [
        {
          id: `${entry.id}/all`,
          entryId: entry.id,
          question: entry.questions.join(' '),
          answer: entry.answer,
        },
        ...entry.questions.map((question, at) => ({
          id: `${entry.id}/${at}`,
          entryId: entry.id,
          question,
          answer: '',
        })),
      ]),
    );
  }

  /** Entries that fit, best first. Empty when no word of the question has a subject that is known. */
  find(question: string): Finding[] {
    const same = this.sameWords.get(this.sameWordsOf(question));
    const sure = same ? [{ entry: same, score: SURE, coverage: 1 }] : [];
    return [...sure, ...this.byText(question).filter(({ entry }) => entry !== same)];
  }

  private byText(question: string): Finding[] {
    const asked = this.terms.subjectsOf(question);
    if (asked.size === 0) return [];
    const best = new Map<string, { whole: number; single: number; found: Set<string> }>();
    for (const result of this.index.search(question)) {
      const entryId = String(result.entryId);
      const known = best.get(entryId) ?? { whole: 0, single: 0, found: new Set<string>() };
      const isWhole = String(result.id).endsWith('/all');
      if (isWhole) known.whole = result.score;
      else known.single = Math.max(known.single, result.score);
      for (const term of result.queryTerms) if (asked.has(term)) known.found.add(term);
      best.set(entryId, known);
    }
    return [...best]
      .flatMap(([id, { whole, single, found }]) => {
        const entry = this.entries.get(id);
        return entry ? [{ entry, score: whole + single, coverage: found.size / asked.size }] : [];
      })
      .sort((a, b) => b.score - a.score);
  }

  private sameWordsOf(question: string): string {
    return this.terms.wordsOf(question).join(' ').toLowerCase();
  }
}
