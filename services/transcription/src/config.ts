import { IsIn, IsInt, IsOptional, IsString, Min } from 'class-validator';
import { StorageConfig } from '#storage';

export class TranscriptionConfig extends StorageConfig {
  @IsString() agreementsUrl: string;
  @IsOptional() @IsString() openaiApiKey?: string;
  /** Any server that speaks OpenAI's audio API. */
  @IsOptional() @IsString() openaiBaseUrl?: string;
  @IsOptional() @IsString() openaiModel?: string;
  /** For one call of the speech engine, in milliseconds; without it, by the length of the recording. */
  @IsOptional() @IsInt() @Min(1000) openaiTimeoutMs?: number;
  /** Answers the assistant's questions and reads terms, with the key or address above; `none` for no model. */
  @IsString() openaiChatModel: string = 'gpt-4o-mini';
  /** Without it: OpenAI when there is a key, else PocketSphinx. */
  @IsOptional() @IsIn(['openai', 'pocketsphinx']) speechEngine?: 'openai' | 'pocketsphinx';
}
