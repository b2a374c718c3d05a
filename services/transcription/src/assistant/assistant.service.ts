import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '#platform';
import { LANGUAGE_MODEL, type LanguageModel } from '../model/model.client.js';
import { readAnswer } from './answer-rules.js';
import type { AssistantQuestion } from './assistant.body.js';
import type { AssistantAnswer } from './assistant.view.js';
import { requestFor } from './assistant-prompt.js';
import { KnowledgeBase } from './knowledge-base.js';

/** People wait for it: after that long an answer from the knowledge base is the better one. In milliseconds. */
const PATIENCE_MS = 8000;
/** How many entries of the knowledge base the model may rely on. */
const GROUNDING = 5;

/** Answers questions: by the language model where there is one and it answers well, else from the knowledge base. */
@Injectable()
export class AssistantService {
  private readonly knowledge = new KnowledgeBase();

  constructor(
    @Inject(LANGUAGE_MODEL) private readonly model: LanguageModel | null,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async answer(question: AssistantQuestion): Promise<AssistantAnswer> {
    return (await this.fromModel(question)) ?? this.knowledge.answer(question);
  }

  private async fromModel(question: AssistantQuestion): Promise<AssistantAnswer | null> {
    if (!this.model) return null;
    const grounding = this.knowledge.groundingFor(question.query, question.context, GROUNDING);
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = readAnswer(await this.model.answer({ ...requestFor(question, grounding), signal }));
      if (!answer) this.logger.warn({ model: this.model.name }, 'answer of the model not used');
      return answer;
    } catch (error) {
      // Whatever it is, the person gets an answer.
      this.logger.warn({ model: this.model.name, err: String(error) }, 'the model did not answer');
      return null;
    }
  }
}
