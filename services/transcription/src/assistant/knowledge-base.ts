import type { Language } from '#contracts';
import { closeLegal } from './answer-rules.js';
import type { AssistantContext, AssistantQuestion, AssistantReply } from './assistant.view.js';
import { fillIn } from './fill-in.js';
import { knowledge } from './knowledge/knowledge.js';
import type { KnowledgeEntry } from './knowledge/knowledge-entry.js';
import { terms } from './languages.js';
import { type Finding, KnowledgeSearch } from './search/knowledge-search.js';
import type { SearchTerms } from './search/search-terms.js';

/** Under these a text has words in common with an answer, but not its subject. */
const LEAST_SCORE = 22;
const LEAST_COVERAGE = 0.4;
/** A question with so few subject words may go on from the one before. */
const FEW_SUBJECTS = 2;
const EARLIER_WEIGHT = 0.4;

/** What is said when nothing fits: honest, and with a way on. */
export const unknownAnswers: Readonly<Record<Language, AssistantReply>> = {
  en: {
    response:
      'I do not know that. I can explain payment terms, liability, ending an agreement, disputes, the parties, recording and proof, payment protection, and how this product works. For anything else, write to our support by Support in the menu; a person answers.',
    category: 'general',
    suggestions: ['Ask what should be in the agreement.', 'Ask about payment terms or dispute resolution.'],
  },
  es: {
    response:
      'Eso no lo sé. Puedo explicar condiciones de pago, responsabilidad, el final de un acuerdo, desacuerdos, las partes, la grabación y la prueba, la protección del pago y cómo funciona este producto. Para lo demás, escribe a nuestro equipo desde Soporte en el menú; responde una persona.',
    category: 'general',
    suggestions: ['Pregunta qué debe tener el acuerdo.', 'Pregunta por las condiciones de pago.'],
  },
};

/** Answers in one language from what was written beforehand, found by text search. */
export class KnowledgeBase {
  private readonly search: KnowledgeSearch;
  private readonly terms: SearchTerms;
  private readonly introduction: KnowledgeEntry | null;

  /** @param soldSeconds the longest recording of this installation */
  constructor(
    private readonly language: Language = 'en',
    private readonly soldSeconds?: number,
  ) {
    this.terms = terms[language];
    this.search = new KnowledgeSearch(knowledge[language], this.terms);
    this.introduction = knowledge[language].find(({ id }) => id === 'assistant') ?? null;
  }

  answer({ query, context }: AssistantQuestion): AssistantReply {
    const { language, soldSeconds } = this;
    const fill = (text: string) => fillIn(text, context, language, soldSeconds);
    const entry = this.find(query, context)[0]?.entry ?? (this.isGreeting(query) ? this.introduction : null);
    if (!entry) return unknownAnswers[language];
    return {
      response: closeLegal(fill(entry.answer), entry.category, language),
      category: entry.category,
      suggestions: entry.suggestions.map(fill),
    };
  }

  /** Entries that are relevant to a question, best first; the question before counts where this one goes on from it. */
  find(query: string, context?: AssistantContext): Finding[] {
    const found = this.search.find(query);
    const subjects = this.terms.subjectsOf(query);
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

  /** “Who are you?”, “Hello”: words, but no subject. */
  private isGreeting(query: string): boolean {
    return this.terms.wordsOf(query).length > 0 && this.terms.subjectsOf(query).size === 0;
  }
}

function isRelevant({ score, coverage }: Finding): boolean {
  return score >= LEAST_SCORE && coverage >= LEAST_COVERAGE;
}

export function earlierQuestion(query: string, context?: AssistantContext): string | null {
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
