import { IsString, MinLength } from 'class-validator';
import { StorageConfig } from '#storage';

export class AgreementsConfig extends StorageConfig {
  /** Signs the links in mails that open a recording without an account. */
  @IsString() @MinLength(32) linkSecret: string;
  @IsString() transcriptionUrl: string;
}
