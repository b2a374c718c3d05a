import { ApiProperty } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';
import { PersonName } from '#platform';
import type { RecordingSide, SpeakerName } from './transcript-content.js';

/** What the owner calls a voice, and which party it is, if any. */
export class SpeakerNaming implements SpeakerName {
  @PersonName({ max: 80, message: 'A name has 1 to 80 characters' }) name: string;

  @ApiProperty({ enum: ['a', 'b'], nullable: true, description: 'Null for somebody who is no party' })
  @ValidateIf(({ party }: SpeakerNaming) => party !== null)
  @IsIn(['a', 'b'])
  party: RecordingSide | null;
}
