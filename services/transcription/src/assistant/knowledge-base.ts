import { closeLegal } from './answer-rules.js';
import type { AssistantContext, AssistantQuestion } from './assistant.body.js';
import type { AssistantAnswer } from './assistant.view.js';
import { fillIn } from './fill-in.js';
import { knowledge } from './knowledge/knowledge.js';
import type { KnowledgeEntry } from './knowledge/knowledge-entry.js';
import { type Finding, KnowledgeSearch } from './search/knowledge-search.js';
import { subjectsOf, wordsOf } from './search/search-terms.js';

/** Under these a text has words in common with an answer, but not its subject. */
const LEAST_SCORE = 22;
const LEAST_COVERAGE = 0.4;
/** A question with so few subject words may go on from the one before. */
const FEW_SUBJECTS = 2;
const EARLIER_WEIGHT = 0.4;

/** What is said when nothing fits: honest, and with a way on. */
export const unknownAnswer: AssistantAnswer = {
  response:
    'I do not know that. I can explain payment terms, liability, ending an agreement, disputes, the parties, recording and proof, payment protection, and how this product works. For anything else, write to our support by Support in the menu; a person answers.',
  category: 'general',
  suggestions: ['Ask what should be in the agreement.', 'Ask about payment terms or dispute resolution.'],
};

const introduction = knowledge.find(({ id }) => id === 'assistant') ?? null;

/** Answers from what was written beforehand, found by text search. */
export class KnowledgeBase {
  private readonly search = new KnowledgeSearch(knowledge);

  answer({ query, context }: AssistantQuestion): AssistantAnswer {
    const entry = this.find(query, context)[0]?.entry ?? (isGreeting(query) ? introduction : null);
    if (!entry) return unknownAnswer;
    return {
      response: closeLegal(fillIn(entry.answer, context), entry.category),
      category: entry.category,
      suggestions: entry.suggestions.map((suggestion) => fillIn(suggestion, context)),
    };
  }

  /** Entries that are relevant to a question, best first; the question before counts where this one goes on from it. */
  find(query: string, context?: AssistantContext): Finding[] {
    const found = this.search.find(query);
    const subjects = subjectsOf(query);
    const earlier = subjects.size <= FEW_SUBJECTS ? earlierQuestion(query, context) : null;
    if (earlier === null) return found.filter(isRelevant);
    const before = this.search.find(earlier).filter(isRelevant);
    if (found.some(isRelevant) && subjects.size > 0) return combine(found.filter(isRelevant), before);
    // Nothing of its own: it is about what was asked before.
    return combine(found, before).filter(({ entry }) => before.some((finding) => finding.entry === entry));
  }

  /** The texts that a language model may rely on for a question. */
  groundingFor(query: string, context: AssistantContext | undefined, count: number): KnowledgeEntry[] {
    return this.find(query, context)
      .slice(0, count)
      .map(({ entry }) => entry);
  }
}

/** “Who are you?”, “Hello”: words, but no subject. */
function isGreeting(query: string): boolean {
  return wordsOf(query).length > 0 && subjectsOf(query).size === 0;
}

function isRelevant({ score, coverage }: Finding): boolean {
  return score >= LEAST_SCORE && coverage >= LEAST_COVERAGE;
}

function earlierQuestion(query: string, context?: AssistantContext): string | null {
  const asked = (context?.messageHistory ?? []).filter(({ type, role }) => (type ?? role) === 'user');
  // The chat may already hold the question itself.
  return asked.findLast(({ content }) => content && content !== query)?.content ?? null;
}

function combine(own: readonly Finding[], before: readonly Finding[]): Finding[] {
  const all = new Map(own.map((finding) => [finding.entry, finding]));
  for (const finding of before) {
    const known = all.get(finding.entry);
    const score = (known?.score ?? 0) + finding.score * EARLIER_WEIGHT;
    all.set(finding.entry, { ...finding, score });
  }
  return [...all.values()].sort((a, b) => b.score - a.score);
}
