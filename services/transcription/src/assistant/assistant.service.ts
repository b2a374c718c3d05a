import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Language } from '#contracts';
import { callerLanguage, LOGGER } from '#platform';
import { TranscriptionConfig } from '../config.js';
import { LANGUAGE_MODEL, type LanguageModel } from '../language-model.module.js';
import { readAnswer } from './answer-rules.js';
import type { AssistantAnswer, AssistantQuestion, AssistantReply } from './assistant.view.js';
import { requestFor } from './assistant-prompt.js';
import { fillIn } from './fill-in.js';
import { earlierQuestion, KnowledgeBase } from './knowledge-base.js';
import { languageOf, terms } from './languages.js';
import { refusal } from './refusals.js';
import { type Danger, dangerOf } from './safety-rules.js';

/** People wait for it: after that long an answer from the knowledge base is the better one. In milliseconds. */
const PATIENCE_MS = 8000;
/** How many entries of the knowledge base the model may rely on. */
const GROUNDING = 5;

/** Answers questions: by the language model where there is one and it answers well, else from the knowledge base. */
@Injectable()
export class AssistantService {
  private readonly knowledge: Readonly<Record<Language, KnowledgeBase>>;

  constructor(
    @Inject(LANGUAGE_MODEL) private readonly model: LanguageModel | null,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly config: TranscriptionConfig,
  ) {
    const { longestRecordingSeconds } = config;
    this.knowledge = {
      en: new KnowledgeBase('en', longestRecordingSeconds),
      es: new KnowledgeBase('es', longestRecordingSeconds),
    };
  }

  /** In the language of the question. What nobody may get help with is refused before anything else is asked. */
  async answer(question: AssistantQuestion): Promise<AssistantAnswer> {
    const language = languageOf(question.query, callerLanguage() ?? 'en');
    return { ...(await this.reply(question, language)), language };
  }

  private async reply(question: AssistantQuestion, language: Language): Promise<AssistantReply> {
    const danger = this.dangerOf(question, language);
    if (danger !== null) return refusal(danger, language);
    return (await this.fromModel(question, language)) ?? this.knowledge[language].answer(question);
  }

  /** Of a question that says nothing by itself (“And how?”) together with the one before. */
  private dangerOf({ query, context }: AssistantQuestion, language: Language): Danger | null {
    const own = dangerOf(query);
    if (own !== null || terms[language].subjectsOf(query).size > 0) return own;
    const earlier = earlierQuestion(query, context);
    return earlier === null ? null : dangerOf(`${earlier} ${query}`);
  }

  private async fromModel(question: AssistantQuestion, language: Language): Promise<AssistantReply | null> {
    if (!this.model) return null;
    const { query, context } = question;
    const { longestRecordingSeconds } = this.config;
    const grounding = this.knowledge[language].groundingFor(query, context, GROUNDING);
    // What nothing here is known about is not the model's to make up.
    if (grounding.length === 0) return null;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = readAnswer(
        await this.model.answer({
          ...requestFor(question, grounding, language, longestRecordingSeconds),
          signal,
        }),
        language,
      );
      if (!answer) this.logger.warn({ model: this.model.name }, 'answer of the model not used');
      if (!answer) return null;
      const fill = (text: string) => fillIn(text, context, language, longestRecordingSeconds);
      return { ...answer, response: fill(answer.response), suggestions: answer.suggestions.map(fill) };
    } catch (error) {
      // Whatever it is, the person gets an answer.
      this.logger.warn({ model: this.model.name, err: String(error) }, 'the model did not answer');
      return null;
    }
  }
}
