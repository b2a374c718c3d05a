import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { EmailAddress, LengthBetween, Text } from '#platform';
import type { Role } from '../users/users.module.js';

/** Longer than any passphrase; bounds the work of hashing. Characters. */
const MAX_PASSWORD = 128;

/**
 * A password in a body, taken as it is.
 * @param options.message said when it is too short
 * @param options.tooLong said when it is too long
 */
export function PasswordField(options: {
  min: number;
  message: string;
  tooLong?: string;
}): PropertyDecorator {
  const { min, message, tooLong = 'Password must be at most 128 characters' } = options;
  return applyDecorators(
    ApiProperty({
      type: String,
      format: 'password',
      minLength: min,
      maxLength: MAX_PASSWORD,
      example: 'three brown horses',
    }),
    IsString({ message }),
    LengthBetween(min, MAX_PASSWORD, { tooShort: message, tooLong }),
  );
}

/** A password that somebody chooses instead of another one. */
export const NewPassword = (): PropertyDecorator =>
  PasswordField({
    min: 6,
    message: 'New password must be at least 6 characters',
    tooLong: 'New password must be at most 128 characters',
  });

export class PasswordChange {
  @PasswordField({ min: 1, message: 'Current password is required' }) currentPassword: string;
  @NewPassword() newPassword: string;
}

export class PasswordConfirmation {
  @PasswordField({ min: 1, message: 'Please enter your password' }) password: string;
}

export class PasswordSaved {
  @ApiProperty({ enum: [true], example: true }) success: true;
}

/** After a mailed link: whoever opened it is told nothing else of the account. */
export class PasswordReplaced extends PasswordSaved {
  @ApiProperty({ enum: ['user', 'admin'], example: 'user', description: 'Whose login takes the password' })
  role: Role;
}

export class ForgottenPassword {
  @EmailAddress() email: string;
}

export class ResetRequestedAnswer {
  @ApiProperty({ example: 'If an account exists for this email, a link to choose a new password was sent.' })
  message: string;
}

export class PasswordReset {
  /** From the mailed link. */
  @Text({ max: 200 }) token: string;
  @NewPassword() newPassword: string;
}
