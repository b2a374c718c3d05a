import { Module } from '@nestjs/common';
import { LanguageModelModule } from '../language-model.module.js';
import { AssistantController } from './assistant.controller.js';
import { AssistantService } from './assistant.service.js';

/** The Contract Assistant: answers questions about agreements and this product, with a language model or without. */
@Module({
  imports: [LanguageModelModule],
  controllers: [AssistantController],
  providers: [AssistantService],
})
export class AssistantModule {}
