import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';

/** No control characters except tab and line ends, no lone surrogates: what people can type. */
const PLAIN_TEXT = /^[^\p{Cc}\p{Cs}]*$/u;
const MULTILINE_TEXT = /^(?:[^\p{Cc}\p{Cs}]|[\t\r\n])*$/u;

interface TextOptions {
  min?: number;
  max: number;
  optional?: boolean;
  multiline?: boolean;
  /** Said when it is too short or too long. */
  message?: string;
}

const trim = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** A trimmed text field, described once for validation and for the API document. Lengths in characters. */
export function Text(options: TextOptions): PropertyDecorator {
  const { min = options.optional ? 0 : 1, max, message } = options;
  return applyDecorators(
    ApiProperty({ type: String, minLength: min, maxLength: max, required: !options.optional }),
    trim,
    ...(options.optional ? [IsOptional()] : []),
    IsString(message ? { message } : undefined),
    Length(min, max, message ? { message } : undefined),
    Matches(options.multiline ? MULTILINE_TEXT : PLAIN_TEXT, {
      message: '$property has characters that cannot be used',
    }),
  );
}

/** An e-mail address, kept in lower case. */
export function EmailAddress(options: { message?: string } = {}): PropertyDecorator {
  const message = options.message ?? 'Please enter a valid email address';
  return applyDecorators(
    ApiProperty({ type: String, format: 'email', maxLength: 254 }),
    // Half a character would make the check itself throw; it is no address in any case.
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (value.isWellFormed() ? value.trim().toLowerCase() : '') : value,
    ),
    IsEmail({}, { message }),
    Length(3, 254, { message }),
    Matches(PLAIN_TEXT, { message }),
  );
}

/** One of a fixed set of values. */
export function OneOf(
  values: readonly string[],
  options: { optional?: boolean; message?: string } = {},
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: [...values], required: !options.optional }),
    ...(options.optional ? [IsOptional()] : []),
    IsIn([...values], options.message ? { message: options.message } : undefined),
  );
}
