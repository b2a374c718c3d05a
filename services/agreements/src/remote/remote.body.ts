import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Text } from '#platform';
import { SpokenBody } from '../recordings/spoken.js';

/** Versions of the four statements that party B reads, one for each language. A change of their words is a new version. */
export const wordingVersions: readonly string[] = ['2026-11', '2026-11-es'];

export class KeyQuery {
  @ApiProperty({ required: false, description: 'Key of the mailed link' })
  @IsOptional()
  @IsString()
  key?: string;
}

export class AudioKeyQuery extends KeyQuery {
  @ApiProperty({ required: false, description: 'Time stamp against caches' })
  @IsOptional()
  @IsString()
  t?: string;
}

export class ViewBody extends KeyQuery {}

export class DeclineBody extends KeyQuery {
  @Text({ max: 500, optional: true, multiline: true }) reason?: string;
}

/** Each is ticked by party B, one by one. */
export class ConsentStatements {
  @ApiProperty({ enum: [true] }) @IsOptional() @IsBoolean() isNamedPerson?: boolean;
  @ApiProperty({ enum: [true] }) @IsOptional() @IsBoolean() agreesToRecording?: boolean;
  @ApiProperty({ enum: [true] }) @IsOptional() @IsBoolean() agreesToElectronicRecords?: boolean;
  @ApiProperty({ enum: [true] }) @IsOptional() @IsBoolean() hasHeardTerms?: boolean;
}

/** The field `consent` of the form. */
export class ConsentBody extends KeyQuery {
  @ApiProperty({ enum: wordingVersions })
  @IsString()
  wordingVersion: string;

  @ApiProperty({ type: ConsentStatements })
  @ValidateNested()
  @Type(() => ConsentStatements)
  statements: ConsentStatements = new ConsentStatements();

  @ApiProperty({ required: false, type: SpokenBody })
  @IsOptional()
  @ValidateNested()
  @Type(() => SpokenBody)
  spoken?: SpokenBody;
}
