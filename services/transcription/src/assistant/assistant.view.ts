import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { type Language, languages } from '#contracts';
import { OneOf, Text } from '#platform';

/** How many messages of a chat are sent along. */
const maxHistory = 5;

const speakers = ['user', 'assistant', 'tip'] as const;

/** A message of the chat as the browser keeps it; only who said what is used. */
export class EarlierMessage {
  @OneOf(speakers, { optional: true }) type?: (typeof speakers)[number];
  /** Said instead of `type` by clients of other chats. */
  @OneOf(speakers, { optional: true }) role?: (typeof speakers)[number];
  @Text({ max: 4000, optional: true, multiline: true }) content?: string;
  @Text({ max: 100, optional: true }) id?: string;
  @Text({ max: 100, optional: true }) timestamp?: string;
  @Text({ max: 100, optional: true }) category?: string;
}

/** The names of those who agree, as typed so far. */
export class AssistantParties {
  @Text({ max: 200, optional: true }) partyA?: string;
  @Text({ max: 200, optional: true }) partyB?: string;
}

/** What the question is about. All of it may be missing: somebody may ask before anything is typed. */
export class AssistantContext {
  @Text({ max: 100, optional: true }) agreementType?: string;
  @Text({ max: 100, optional: true }) planType?: string;

  @ApiProperty({ type: () => AssistantParties, required: false })
  @IsOptional()
  @ValidateNested()
  @Type(() => AssistantParties)
  parties?: AssistantParties;

  @ApiProperty({ type: () => [EarlierMessage], required: false, maxItems: maxHistory })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(maxHistory)
  @ValidateNested({ each: true })
  @Type(() => EarlierMessage)
  messageHistory?: EarlierMessage[];
}

/** A question to the Contract Assistant. */
export class AssistantQuestion {
  @Text({ max: 1000, multiline: true, message: 'Please write a question of up to 1000 characters.' })
  query: string;

  @ApiProperty({
    type: () => AssistantContext,
    required: false,
    example: {
      agreementType: 'Car sale',
      planType: 'standard',
      parties: { partyA: 'Anna Berg', partyB: 'Ben Carter' },
      messageHistory: [{ type: 'user', content: 'What should we say about the price?' }],
    },
  })
  @IsOptional()
  @ValidateNested()
  @Type(() => AssistantContext)
  context?: AssistantContext;
}

/** What an answer is about. */
export const assistantCategories = ['legal', 'financial', 'parties', 'terms', 'general'] as const;
export type AssistantCategory = (typeof assistantCategories)[number];

/** An answer of the Contract Assistant: plain text, without links or markup. */
export class AssistantAnswer {
  @ApiProperty({
    example:
      'Say the amount, when it is paid and how it is paid, and let both of you repeat it. ' +
      'If it is paid in parts, say every part with its date.',
  })
  response: string;

  @ApiProperty({ enum: [...assistantCategories], example: 'financial' })
  category: AssistantCategory;

  @ApiProperty({ type: [String], maxItems: 4, example: ['Should I take a deposit?'] })
  suggestions: string[];

  @ApiProperty({
    enum: [...languages],
    description: 'Of answer and suggestions: that of the question',
    example: 'en',
  })
  language: Language;
}

/** An answer of which the language is known anyway. */
export type AssistantReply = Omit<AssistantAnswer, 'language'>;
