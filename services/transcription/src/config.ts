import { IsIn, IsInt, IsOptional, IsString, IsUrl, Min } from 'class-validator';
import { basePlan, plans } from '#contracts';
import { StorageConfig } from '#storage';

/** `auto`: all that this machine has room for; `english`: without the large one; `off`: nothing is fetched. */
const modelsModes = ['auto', 'english', 'off'] as const;
export type ModelsMode = (typeof modelsModes)[number];

const engineNames = ['openai', 'neural', 'pocketsphinx'] as const;
export type EngineName = (typeof engineNames)[number];

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
  /** As agreements and payments have it: what the assistant says of the longest recording. */
  @IsInt() @Min(1) longestRecordingSeconds: number = plans[basePlan].maxSeconds;
  /** Files of finished transcripts that one person gets in an hour. */
  @IsInt() @Min(1) exportsPerHour: number = 60;
  /** This engine alone. Without it: OpenAI when there is a key, else neural models when they are here, else PocketSphinx. */
  @IsOptional() @IsIn(engineNames) speechEngine?: EngineName;
  /** Which speech models are fetched where they are missing: `auto`, `english` or none. Those that are here are used. */
  @IsIn(modelsModes) models: ModelsMode = 'off';
  /** Where speech models lie. */
  @IsString() modelsDir: string = '.local/models';
  /** A mirror of where they are published. */
  @IsOptional() @IsUrl({ require_tld: false, protocols: ['http', 'https'] }) modelsUrl?: string;
  /** Path of a manifest that replaces the built-in one: other models, or other digests. */
  @IsOptional() @IsString() modelsManifest?: string;
}
