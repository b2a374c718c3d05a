import { ApiProperty } from '@nestjs/swagger';

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
}
