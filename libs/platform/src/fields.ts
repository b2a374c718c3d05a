import { domainToASCII } from 'node:url';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsOptional,
  IsString,
  isEmail,
  Length,
  Matches,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import { type NameProblem, nameProblem } from '#contracts';

/**
 * No control characters except tab and line ends, no lone surrogates: what people can type. In one line, nothing invisible
 * and nothing that turns the text around either, except the joiners that scripts and emoji need.
 */
const PLAIN_TEXT = /^(?:[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u;
const MULTILINE_TEXT = /^(?:[^\p{Cc}\p{Cs}]|[\t\r\n])*$/u;

/** Nothing invisible, and no quotes. */
const ADDRESS_TEXT = /^[^\p{Cc}\p{Cs}\p{Cf}\p{Z}"]*$/u;

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

const NAME_MESSAGES: Record<NameProblem, string> = {
  characters: 'Please use only letters, spaces and signs that can be seen',
  link: 'A name has no web address in it',
  letter: 'Please write a name with at least one letter',
};

const TITLE_MESSAGES: Record<NameProblem, string> = {
  characters: NAME_MESSAGES.characters,
  link: 'This cannot have a web address in it',
  letter: 'Please write at least one letter',
};

interface NameOptions extends Pick<TextOptions, 'min' | 'max' | 'message'> {
  /** Said in the place of `message` when it is too long. */
  tooLong?: string;
}

/** A length in characters, with a sentence for each end. */
export function LengthBetween(
  min: number,
  max: number,
  says: { tooShort: string; tooLong: string },
): PropertyDecorator {
  return Length(min, max, {
    message: ({ value }) => (typeof value === 'string' && value.length > max ? says.tooLong : says.tooShort),
  });
}

/** What somebody is called: shown to others and mailed to them, so it can be nothing but a name. */
export function PersonName(options: NameOptions): PropertyDecorator {
  return ShownLine(options, NAME_MESSAGES);
}

/** What something is called, which nobody has to say; a blank one is none. Checked like a name. */
export function Title({ max }: Pick<TextOptions, 'max'>): PropertyDecorator {
  return applyDecorators(
    ShownLine({ min: 0, max }, TITLE_MESSAGES),
    IsOptional(),
    ApiProperty({ required: false }),
  );
}

/** A line that others than its writer are shown: nothing hidden, nothing that turns text around, no link. */
function ShownLine(
  { min = 1, max, message, tooLong = message }: NameOptions,
  messages: Record<NameProblem, string>,
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, minLength: min, maxLength: max }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && value.isWellFormed() ? value.trim().normalize('NFC') : value,
    ),
    IsString(message ? { message } : undefined),
    message && tooLong ? LengthBetween(min, max, { tooShort: message, tooLong }) : Length(min, max),
    ValidateBy({
      name: 'isName',
      validator: {
        validate: (value: unknown) =>
          typeof value !== 'string' || value === '' || nameProblem(value) === null,
        defaultMessage: ({ value } = {} as ValidationArguments) => {
          const problem = typeof value === 'string' ? nameProblem(value) : null;
          return messages[problem ?? 'characters'];
        },
      },
    }),
  );
}

const NO_ADDRESS = 'Please enter a valid email address';

/** Before the `@` Latin letters or none: together with others of their shape they are somebody else's address to the eye. */
const ONE_SCRIPT = /^(?:[\P{L}\p{Script=Latin}]*|\P{Script=Latin}*)@/u;

/**
 * An address in lower case, with its domain as mail servers know it (`xn--…`), so that nobody takes it for another one:
 * letters of other scripts look like Latin ones wherever it is shown. What is no address keeps its domain.
 */
export function withAsciiDomain(text: string): string {
  const email = text.trim().toLowerCase();
  if (!isEmail(email) || !ADDRESS_TEXT.test(email)) return email;
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`;
}

/**
 * An e-mail address, kept in lower case, its domain as mail servers know it. Local parts in quotes are none that people
 * have, and could say anything.
 * @param options.missing said where nothing was given
 */
export function EmailAddress(options: { missing?: string } = {}): PropertyDecorator {
  const { missing = NO_ADDRESS } = options;
  const message = ({ value }: { value: unknown }) => (value ? NO_ADDRESS : missing);
  return applyDecorators(
    ApiProperty({ type: String, format: 'email', maxLength: 254 }),
    // Half a character would make the check itself throw; it is no address in any case.
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (value.isWellFormed() ? withAsciiDomain(value) : '') : value,
    ),
    IsEmail({}, { message }),
    Length(3, 254, { message }),
    Matches(ADDRESS_TEXT, { message }),
    Matches(ONE_SCRIPT, { message }),
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
