import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsISO8601,
  IsNumber,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { type LineTurn, maxLineTurns, type RecordingStored, spokenLanguages } from '#contracts';
import { callerLanguage, DAY_MS, HOUR_MS, OneOf } from '#platform';

/** A day: longer than any recording. */
const MOST_SECONDS = 86_400;
/** As browsers write a moment: with its zone, which is UTC. */
export const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
/** By how much the clock of a device may be ahead, and how long its recording may wait there, for its time to count. */
const [MOST_AHEAD_MS, LONGEST_WAIT_MS] = [HOUR_MS, 40 * DAY_MS];

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

  @ApiProperty({
    required: false,
    format: 'date-time',
    description: 'When the recording was begun; device time. Not told of a file that was made elsewhere',
  })
  @IsOptional()
  @Matches(UTC_TIME, { message: 'Please send a time such as 2026-11-21T10:00:00.000Z' })
  @IsISO8601({ strict: true })
  startedAt?: string;
}

/**
 * What is told of the words in a recording that is being sent. Where its sender does not say what is spoken, it is taken
 * for the language in which the sender uses the product. When it was begun is not told where that cannot be.
 */
export function spokenIn(
  said: SpokenBody | undefined,
  now: Date,
): Pick<RecordingStored, 'language' | 'turns' | 'startedAt'> {
  const language = said?.language ?? callerLanguage() ?? undefined;
  const turns = said?.turns ?? [];
  const startedAt = possibleTime(said?.startedAt, now);
  return {
    ...(language === undefined ? {} : { language }),
    ...(turns.length === 0 ? {} : { turns }),
    ...(startedAt === undefined ? {} : { startedAt }),
  };
}

/** When a recording was begun, as its own row keeps it and as the log tells it; nothing where that is not known. */
export function startOf({ startedAt }: Pick<RecordingStored, 'startedAt'>): {
  column: { startedAt: Date | null };
  detail: { startedAt?: string };
} {
  return startedAt === undefined
    ? { column: { startedAt: null }, detail: {} }
    : { column: { startedAt: new Date(startedAt) }, detail: { startedAt } };
}

/** Whether our recorder made it: of a file that was made elsewhere nobody tells when it was begun. */
export const isFromRecorder = (said: SpokenBody | undefined): boolean => said?.startedAt !== undefined;

/** A time that a device tells of a recording that arrives now; undefined where it cannot be. */
export function possibleTime(told: string | undefined, now: Date): string | undefined {
  if (told === undefined) return undefined;
  const waitedMs = now.getTime() - Date.parse(told);
  return waitedMs >= -MOST_AHEAD_MS && waitedMs <= LONGEST_WAIT_MS ? told : undefined;
}
