import { IsArray, IsDateString, IsInt, IsString, MaxLength, Min } from 'class-validator';

/** How many violations of a run are kept with it, and how much of each. */
export const VERIFICATION_LINES = 20;
export const VERIFICATION_LINE_LENGTH = 500;

/** The sum of one run of `make verify`, as it is handed to notifications. */
export class Verification {
  /** When it ended, ISO 8601. */
  @IsDateString() checkedAt: string;
  @IsInt() @Min(0) tookMs: number;
  /** Invariants that hold, violations of the others, and invariants that could not be checked. */
  @IsInt() @Min(0) holding: number;
  @IsInt() @Min(0) violations: number;
  @IsInt() @Min(0) unchecked: number;
  /** The first violations, in words. */
  @IsArray() @IsString({ each: true }) @MaxLength(VERIFICATION_LINE_LENGTH, { each: true }) lines: string[];
}
