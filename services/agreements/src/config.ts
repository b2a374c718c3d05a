import { IsInt, IsOptional, IsString, IsUrl, Min, MinLength } from 'class-validator';
import { basePlan, plans } from '#contracts';
import { StorageConfig } from '#storage';

export class AgreementsConfig extends StorageConfig {
  /** Signs the links in mails that need no account: comma-separated, the first signs and all count. */
  @IsString() @MinLength(32) linkSecret: string;
  /** Seals the ends of the logs: comma-separated, the first signs and all count. */
  @IsString() @MinLength(32) logSealSecret: string;
  /** Signs sealed agreements: comma-separated, the first signs and the public keys of all are published. */
  @IsString() @MinLength(32) sealSigningKey: string;
  /** Those of them that others have, as `<keyId>@<ISO 8601 time>`, comma-separated: told to whoever verifies. */
  @IsOptional() @IsString() sealKeysLeaked?: string;
  /** An RFC 3161 authority that time-stamps what is sealed. Without it seals have no time stamp. */
  @IsOptional() @IsUrl({ require_tld: false, protocols: ['http', 'https'] }) timestampAuthorityUrl?: string;
  /** The operator's RSA key and its certificates, own first: PEM, as base64 in one line. Without them PDFs are not signed. */
  @IsOptional() @IsString() pdfSigningKey?: string;
  @IsOptional() @IsString() pdfSigningCertificates?: string;
  @IsString() transcriptionUrl: string;
  @IsString() paymentsUrl: string;
  /** What one address may send in a day while nothing was paid: seconds of audio, and bytes. */
  @IsInt() @Min(0) unpaidSecondsPerDay: number = 6 * 3600;
  @IsInt() @Min(0) unpaidBytesPerDay: number = 500 * 1024 ** 2;
  /** Seconds of speech recognised in a day before anything is paid: for one account, and for one address. */
  @IsInt() @Min(0) recognisedSecondsPerAccount: number = 3600;
  @IsInt() @Min(0) recognisedSecondsPerAddress: number = 2 * 3600;
  /** How many recordings are decoded at once when they arrive, and how many more may wait for that. */
  @IsInt() @Min(1) audioChecksAtOnce: number = 2;
  @IsInt() @Min(0) audioChecksWaiting: number = 16;
  /** Longest recording in seconds under what can be bought now. */
  @IsInt() @Min(1) longestRecordingSeconds: number = plans[basePlan].maxSeconds;
}
