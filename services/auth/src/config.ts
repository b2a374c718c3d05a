import { IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { BaseConfig } from '#platform';

export class AuthConfig extends BaseConfig {
  /** Signs the bearer tokens that people hold; known to auth and gateway only. */
  @IsString() @MinLength(32) sessionTokenSecret: string;
  /** Makes the keys in mailed links, such as the one to choose a new password. */
  @IsString() @MinLength(32) linkSecret: string;
  @IsInt() @Min(1) @Max(12) sessionHours: number = 12;
  @IsOptional() @IsString() adminEmail?: string;
  @IsOptional() @IsString() adminPassword?: string;
  /** Wrong passwords or links per account (of logins: from one address), and per address, in ten minutes. */
  @IsInt() @Min(1) loginFailuresPerAccount: number = 10;
  @IsInt() @Min(1) loginFailuresPerAddress: number = 100;
  /** Wrong passwords at the login of one account from all addresses together, in ten minutes. */
  @IsInt() @Min(1) loginFailuresPerAccountInAll: number = 100;
  /** New accounts that may be asked for from one address, in ten minutes. */
  @IsInt() @Min(1) signupsPerAddress: number = 20;
  /** Changes of a profile per account, and per address, in ten minutes. */
  @IsInt() @Min(1) profileChangesPerAccount: number = 20;
  @IsInt() @Min(1) profileChangesPerAddress: number = 100;
  /** Other addresses that may be asked for, and further links to verify one, per account and hour. */
  @IsInt() @Min(1) addressChangesPerAccount: number = 5;
  @IsInt() @Min(1) verificationMailsPerAccount: number = 3;
  /** Passwords that may be set in place of the current one, per account and hour: each is mailed. */
  @IsInt() @Min(1) passwordChangesPerAccount: number = 5;
  /** Links for a new password that may be asked for per account, and per address, within ten minutes. */
  @IsInt() @Min(1) resetRequestsPerAccount: number = 5;
  @IsInt() @Min(1) resetRequestsPerAddress: number = 50;
  /** Of these, how many are mailed to one account within a day. Whoever asks for more is told the same. */
  @IsInt() @Min(1) resetMailsPerAccountAndDay: number = 10;
}
