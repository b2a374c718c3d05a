import { IsIn, IsOptional, IsString } from 'class-validator';
import { StorageConfig } from '#storage';

export class TranscriptionConfig extends StorageConfig {
  @IsString() agreementsUrl: string;
  @IsOptional() @IsString() openaiApiKey?: string;
  /** Any server that speaks OpenAI's audio API. */
  @IsOptional() @IsString() openaiBaseUrl?: string;
  @IsOptional() @IsString() openaiModel?: string;
  /** Without it: OpenAI when there is a key, else PocketSphinx. */
  @IsOptional() @IsIn(['openai', 'pocketsphinx']) speechEngine?: 'openai' | 'pocketsphinx';
}
