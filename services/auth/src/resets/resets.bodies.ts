import { ApiProperty } from '@nestjs/swagger';
import { EmailAddress, Text } from '#platform';
import { NewPassword } from '../passwords/password-field.js';

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
