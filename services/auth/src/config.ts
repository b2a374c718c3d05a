import { IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { BaseConfig } from '#platform';

export class AuthConfig extends BaseConfig {
  /** Signs the bearer tokens that people hold; known to auth and gateway only. */
  @IsString() @MinLength(32) sessionTokenSecret: string;
  @IsInt() @Min(1) @Max(12) sessionHours: number = 12;
  @IsOptional() @IsString() adminEmail?: string;
  @IsOptional() @IsString() adminPassword?: string;
  /** Wrong logins per account, and per address, within ten minutes before more are refused. */
  @IsInt() @Min(1) loginFailuresPerAccount: number = 10;
  @IsInt() @Min(1) loginFailuresPerAddress: number = 100;
}
