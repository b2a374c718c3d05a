import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsNumber, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { type LineTurn, maxLineTurns, type RecordingStored, spokenLanguages } from '#contracts';
import { callerLanguage, OneOf } from '#platform';

/** A day: longer than any recording. */
const MOST_SECONDS = 86_400;

export class LineTurnBody implements LineTurn {
  @OneOf(['a', 'b']) party: 'a' | 'b';

  @ApiProperty({ example: 3.2, description: 'Seconds from the start of the recording' })
  @IsNumber()
  @Min(0)
  @Max(MOST_SECONDS)
  start: number;

  @ApiProperty({ example: 5.9, description: 'Seconds from the start of the recording' })
  @IsNumber()
  @Min(0)
  @Max(MOST_SECONDS)
  end: number;
}

/** What the sender of a recording says of the words in it. */
export class SpokenBody {
  @OneOf(spokenLanguages, { optional: true }) language?: (typeof spokenLanguages)[number];

  @ApiProperty({
    required: false,
    type: [LineTurnBody],
    maxItems: maxLineTurns,
    description: 'Whose line of the script was pressed as said when',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(maxLineTurns)
  @ValidateNested({ each: true })
  @Type(() => LineTurnBody)
  turns?: LineTurnBody[];
}

/**
 * What is told of the words in a recording that is being sent. Where its sender does not say what is spoken, it is taken
 * for the language in which the sender uses the product.
 */
export function spokenIn(said?: SpokenBody): Pick<RecordingStored, 'language' | 'turns'> {
  const language = said?.language ?? callerLanguage() ?? undefined;
  const turns = said?.turns ?? [];
  return { ...(language === undefined ? {} : { language }), ...(turns.length === 0 ? {} : { turns }) };
}
